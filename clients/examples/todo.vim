" A to-do list in Vim 9: vim -es -u NONE -S todo.vim tasks.sqlite
"
" Channels in mode 'lsp' frame messages as language servers do (Vim 8.2.4758 and later); objwire answers in kind. Needs
" objwire on the path.
vim9script

var saves = 0
var failed = 0

def Seen(channel: channel, message: dict<any>)
  if get(message, 'method', '') == 'context.didSave'
    saves += 1
  endif
enddef

var store = argc() > 0 ? argv(0) : 'tasks.sqlite'
var job = job_start(['objwire', 'serve', '--store', store],
  {in_mode: 'lsp', out_mode: 'lsp', err_mode: 'nl', noblock: 1, out_cb: Seen})

def Call(method: string, params: dict<any> = {}): dict<any>
  return ch_evalexpr(job, {method: method, params: params}, {timeout: 60000})
enddef

def Say(text: string)
  writefile([text], '/dev/stdout', 'a')
enddef

Call('initialize', {processId: getpid(), capabilities: {didSave: true}})
ch_sendexpr(job, {method: 'initialized', params: {}})
Call('task.add', {values: {taskDescription: 'Buy milk', date: '2026-12-01T09:00:00Z'}})
Call('task.add', {values: {taskDescription: 'Call the café', date: '2026-12-02T10:00:00Z'}})
Call('context.save')
var found = Call('task.fetch', {
  predicate: 'finished == NO AND taskDescription CONTAINS[cd] %@', arguments: ['CAFE'], sort: ['date']})
for task in found.result.objects
  Say(task.date .. ' ' .. task.taskDescription)
  Call('task.update', {uuid: task.uuid, values: {finished: true}, save: true})
endfor
var error = Call('task.fetch', {predicate: 'finishd == NO'}).error
Say(error.data.kind .. ': did you mean ' .. error.data.nearest .. '?')
var count = Call('task.count', {predicate: 'finished == NO'}).result.count
Say(count .. ' to do, ' .. saves .. ' saves seen')
Call('shutdown')
ch_sendexpr(job, {method: 'exit'})
qall!
