#!/usr/bin/env python3
"""A to-do list in Python: python3 todo.py tasks.sqlite

Needs the package in clients/python (`pip install ./clients/python`).
"""

import sys

import objwire

with objwire.Client(sys.argv[1] if len(sys.argv) > 1 else "tasks.sqlite") as client:
    client.tasks.add("Buy milk", date="2026-12-01T09:00:00Z")
    client.tasks.add("Call the café", date="2026-12-02T10:00:00Z")
    client.save()
    for task in client.tasks.fetch("finished == NO AND taskDescription CONTAINS[cd] %@", ["CAFE"], sort="date"):
        print(f"{task.date:%Y-%m-%d %H:%M} {task.task_description}")
        client.tasks.finish(task, save=True)
    try:
        client.tasks.fetch("finishd == NO")
    except objwire.RPCError as error:
        print(f"{error.data['kind']}: did you mean {error.data['nearest']}?")
    print(client.tasks.count("finished == NO"), "to do")
