-- A to-do list in Neovim: nvim --headless -u NONE -S todo.lua tasks.sqlite
--
-- vim.lsp.rpc frames messages as language servers do; objwire answers in kind. Needs objwire on the path.

local store = vim.fn.argc() > 0 and vim.fn.argv(0) or 'tasks.sqlite'
local saves = 0
local function say(...) io.stdout:write(string.format(...), '\n') end

local started = { on_exit = function() end, on_error = function(...) say('error: %s', vim.inspect({ ... })) end,
  notification = function(method) if method == 'context.didSave' then saves = saves + 1 end end,
  server_request = function() end }
local command, arguments = 'objwire', { 'serve', '--store', store }
-- Since version 0.11 the command is one list.
local objwire = vim.fn.has('nvim-0.11') == 1
    and vim.lsp.rpc.start(vim.list_extend({ command }, arguments), started)
  or vim.lsp.rpc.start(command, arguments, started)

-- Waits for the answer, as a script may; an editor would go on in the callback.
local function call(method, params)
  local answer
  objwire.request(method, params or vim.empty_dict(), function(failure, result)
    answer = { failure = failure, result = result }
  end)
  assert(vim.wait(60000, function() return answer ~= nil end, 1), method .. ' was not answered')
  return answer.result, answer.failure
end

call('initialize', { processId = vim.fn.getpid(), capabilities = { didSave = true } })
objwire.notify('initialized', vim.empty_dict())
call('task.add', { values = { taskDescription = 'Buy milk', date = '2026-12-01T09:00:00Z' } })
call('task.add', { values = { taskDescription = 'Call the café', date = '2026-12-02T10:00:00Z' } })
call('context.save')
local found = call('task.fetch', {
  predicate = 'finished == NO AND taskDescription CONTAINS[cd] %@', arguments = { 'CAFE' }, sort = { 'date' },
})
for _, task in ipairs(found.objects) do
  say('%s %s', task.date, task.taskDescription)
  call('task.update', { uuid = task.uuid, values = { finished = true }, save = true })
end
local _, failure = call('task.fetch', { predicate = 'finishd == NO' })
say('%s: did you mean %s?', failure.data.kind, failure.data.nearest)
say('%d to do, %d saves seen', call('task.count', { predicate = 'finished == NO' }).count, saves)
call('shutdown')
objwire.notify('exit', vim.empty_dict())
vim.cmd('qall!')
