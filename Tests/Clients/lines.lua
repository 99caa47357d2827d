-- Neovim's libuv with one message a line: nvim --headless -u NONE -S lines.lua tasks.sqlite

local input, output = vim.loop.new_pipe(false), vim.loop.new_pipe(false)
local lines, rest, code = {}, '', nil
local process = assert(vim.loop.spawn('objwire', {
  args = { 'serve', '--store', vim.fn.argv(0) }, stdio = { input, output, 2 },
}, function(exit_code) code = exit_code end))
output:read_start(function(_, chunk)
  rest = rest .. (chunk or '')
  for line in rest:gmatch('([^\n]*)\n') do table.insert(lines, line) end
  rest = rest:match('[^\n]*$')
end)

local function call(id, method, params)
  input:write(vim.json.encode({ jsonrpc = '2.0', id = id, method = method, params = params }) .. '\n')
  assert(vim.wait(60000, function() return #lines > 0 end, 1), method .. ' was not answered')
  return vim.json.decode(table.remove(lines, 1))
end

call(1, 'task.add', { values = { taskDescription = 'Call the café' }, save = true })
local count = call(2, 'task.count', { predicate = 'taskDescription ENDSWITH "café"' })
io.stdout:write(string.format('%d to do\n', count.result.count))
input:close()
assert(vim.wait(60000, function() return code ~= nil end, 1), 'it did not end')
process:close()
vim.cmd(code == 0 and 'qall!' or 'cquit')
