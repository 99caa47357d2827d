#!/usr/bin/env python3
"""jsonrpc-glib as a client, the library of GNOME Builder: python3 glib_client.py tasks.sqlite"""

import os
import sys

import gi

gi.require_version("Jsonrpc", "1.0")
from gi.repository import Gio, GLib, Jsonrpc

saves = []
process = Gio.Subprocess.new(
    ["objwire", "serve", "--store", sys.argv[1]],
    Gio.SubprocessFlags.STDIN_PIPE | Gio.SubprocessFlags.STDOUT_PIPE)
stream = Gio.SimpleIOStream.new(process.get_stdout_pipe(), process.get_stdin_pipe())
client = Jsonrpc.Client.new(stream)
client.connect("notification", lambda _, method, __: saves.append(method) if method == "context.didSave" else None)
client.start_listening()


def variant(value):
    if isinstance(value, bool):
        return GLib.Variant("b", value)
    if isinstance(value, int):
        return GLib.Variant("x", value)
    if isinstance(value, str):
        return GLib.Variant("s", value)
    if isinstance(value, list):
        return GLib.Variant("av", [variant(item) for item in value])
    return GLib.Variant("a{sv}", {key: variant(item) for key, item in value.items()})


def call(method, **params):
    _, result = client.call(method, variant(params), None)
    return result.unpack() if result is not None else None


call("initialize", processId=os.getpid(), capabilities={"didSave": True})
client.send_notification("initialized", variant({}), None)
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
except GLib.Error as error:
    # The whole error object comes as text in the message.
    failure = GLib.Variant.parse(None, error.message, None, None).unpack()
    print(f"{failure['data']['kind']}: did you mean {failure['data']['nearest']}?")
print(call("task.count", predicate="finished == NO")["count"], f"to do, {len(saves)} saves seen")
call("shutdown")
client.send_notification("exit", None, None)
process.wait()
sys.exit(process.get_exit_status())
