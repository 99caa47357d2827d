" Vim's channels with one message a line: vim -es -u NONE -S lines.vim tasks.sqlite

set cpoptions&vim

let s:job = job_start(['objwire', 'serve', '--store', argv(0)],
  \ {'in_mode': 'nl', 'out_mode': 'nl', 'err_mode': 'nl', 'noblock': 1})

function s:Call(id, method, params)
  call ch_sendraw(s:job, json_encode({'jsonrpc': '2.0', 'id': a:id, 'method': a:method, 'params': a:params}) . "\n")
  return json_decode(ch_readraw(s:job, {'timeout': 60000}))
endfunction

call s:Call(1, 'task.add', {'values': {'taskDescription': 'Call the café'}, 'save': v:true})
let s:count = s:Call(2, 'task.count', {'predicate': 'taskDescription ENDSWITH "café"'})
call writefile([s:count.result.count . ' to do'], '/dev/stdout', 'a')
call ch_close_in(s:job)
while job_status(s:job) ==# 'run'
  sleep 5m
endwhile
if job_info(s:job).exitval != 0
  cquit
endif
qall!
