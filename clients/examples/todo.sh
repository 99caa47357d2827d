#!/bin/sh
# A to-do list in a shell: sh todo.sh tasks.sqlite
#
# Many requests through one process: each line is one, and the answers come back as lines. Needs objwire on the path.
set -eu
store="${1:-tasks.sqlite}"

objwire serve --store "$store" <<'REQUESTS' >/dev/null
{"jsonrpc": "2.0", "method": "task.add", "params": {"values": {"taskDescription": "Buy milk", "date": "2026-12-01T09:00:00Z"}}}
{"jsonrpc": "2.0", "method": "task.add", "params": {"values": {"taskDescription": "Call the café", "date": "2026-12-02T10:00:00Z"}}}
{"jsonrpc": "2.0", "id": 1, "method": "context.save"}
REQUESTS

# One request each; `call` saves, prints the result alone and fails with the error's text.
objwire call --store "$store" task.fetch '{
  "predicate": "finished == NO AND taskDescription CONTAINS[cd] %@", "arguments": ["CAFE"], "sort": ["date"],
  "resultType": "dictionaries", "properties": ["date", "taskDescription"]
}'
objwire call --store "$store" task.update '{
  "predicate": "taskDescription CONTAINS[cd] \"cafe\"", "values": {"finished": true}, "properties": ["finished"]
}' >/dev/null
objwire call --store "$store" task.fetch '{"predicate": "finishd == NO"}' || echo "exit code $?"
objwire call --store "$store" task.count '{"predicate": "finished == NO"}'
