#!/usr/bin/env python3
"""python-lsp-jsonrpc as a client: python3 pylsp_jsonrpc_client.py tasks.sqlite"""

import subprocess
import sys
import threading

from pylsp_jsonrpc.endpoint import Endpoint
from pylsp_jsonrpc.exceptions import JsonRpcException
from pylsp_jsonrpc.streams import JsonRpcStreamReader, JsonRpcStreamWriter

saves = []
process = subprocess.Popen(
    ["objwire", "serve", "--store", sys.argv[1]], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
endpoint = Endpoint({"context.didSave": saves.append}, JsonRpcStreamWriter(process.stdin).write)
reader = threading.Thread(target=JsonRpcStreamReader(process.stdout).listen, args=(endpoint.consume,))
reader.start()


def call(method, **params):
    return endpoint.request(method, params or None).result(60)


call("initialize", processId=process.pid, capabilities={"didSave": True})
endpoint.notify("initialized", {})
call("task.add", values={"taskDescription": "Buy milk", "date": "2026-12-01T09:00:00Z"})
call("task.add", values={"taskDescription": "Call the café", "date": "2026-12-02T10:00:00Z"})
call("context.save")
found = call(
    "task.fetch", predicate="finished == NO AND taskDescription CONTAINS[cd] %@", arguments=["CAFE"],
    sort=["date"])
for task in found["objects"]:
    print(task["date"], task["taskDescription"])
    call("task.update", uuid=task["uuid"], values={"finished": True}, save=True)
try:
    call("task.fetch", predicate="finishd == NO")
except JsonRpcException as error:
    print(f"{error.data['kind']}: did you mean {error.data['nearest']}?")
print(call("task.count", predicate="finished == NO")["count"], f"to do, {len(saves)} saves seen")
call("shutdown")
endpoint.notify("exit")
reader.join()
endpoint.shutdown()
sys.exit(process.wait())
