#!/usr/bin/env python3
"""pygls as a client: python3 pygls_client.py tasks.sqlite"""

import asyncio
import os
import sys

from pygls.client import JsonRPCClient
from pygls.exceptions import JsonRpcException

saves = []
client = JsonRPCClient()


@client.feature("context.didSave")
def did_save(params):
    saves.append(params)


async def call(method, **params):
    return await asyncio.wait_for(client.protocol.send_request_async(method, params or None), 60)


async def main():
    await client.start_io("objwire", "serve", "--store", sys.argv[1])
    await call("initialize", processId=os.getpid(), capabilities={"didSave": True})
    client.protocol.notify("initialized", {})
    await call("task.add", values={"taskDescription": "Buy milk", "date": "2026-12-01T09:00:00Z"})
    await call("task.add", values={"taskDescription": "Call the café", "date": "2026-12-02T10:00:00Z"})
    await call("context.save")
    found = await call(
        "task.fetch", predicate="finished == NO AND taskDescription CONTAINS[cd] %@", arguments=["CAFE"],
        sort=["date"], resultType="dictionaries", properties=["date", "taskDescription", "uuid"])
    # Results become named tuples, so a result whose names begin with $ is asked for without them.
    for task in found.dictionaries:
        print(task.date, task.taskDescription)
        await call("task.update", uuid=task.uuid, values={"finished": True}, save=True)
    try:
        await call("task.fetch", predicate="finishd == NO")
    except JsonRpcException as error:
        print(f"{error.data['kind']}: did you mean {error.data['nearest']}?")
    count = await call("task.count", predicate="finished == NO")
    print(count.count, f"to do, {len(saves)} saves seen")
    await call("shutdown")
    client.protocol.notify("exit", None)
    await client.stop()


asyncio.run(main())
