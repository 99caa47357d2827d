#!/usr/bin/env node
// A to-do list over the pipe, without a package: node todo.mjs tasks.sqlite
//
// Writes a line, reads a line; replies are matched by id, so that many requests may be under way at once.
import { spawn } from "node:child_process";

class Server {
  #waiting = new Map();
  #nextID = 1;
  #process;

  constructor(store, binary = process.env.OBJWIRE_BINARY ?? "objwire") {
    // A process group of its own: Ctrl-C in the terminal is for us, not for the server.
    this.#process = spawn(binary, ["serve", "--store", store], {
      detached: true,
      stdio: ["pipe", "pipe", "inherit"],
    });
    this.ended = new Promise((resolve) => this.#process.once("close", (code) => resolve(code)));
    this.#process.once("error", (error) => this.#fail(error));
    this.#process.once("close", (code) => this.#fail(new Error(`objwire ended with code ${code}`)));
    this.#read();
  }

  /// The result of a request; rejected with the error's `data.kind` as name.
  call(method, params = {}) {
    const id = this.#nextID++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#process.stdin.write(JSON.stringify({ jsonrpc: "2.0", id, method, params }) + "\n");
    });
  }

  /// Ends the server by closing its input; everything sent before is answered first.
  async close() {
    this.#process.stdin.end();
    return this.ended;
  }

  async #read() {
    let rest = "";
    this.#process.stdout.setEncoding("utf8");
    for await (const chunk of this.#process.stdout) {
      const lines = (rest + chunk).split("\n");
      rest = lines.pop();
      for (const line of lines) this.#take(JSON.parse(line));
    }
  }

  #take({ id, result, error }) {
    const request = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (error) request?.reject(Object.assign(new Error(error.message), { name: error.data.kind, data: error.data }));
    else request?.resolve(result);
  }

  #fail(error) {
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }
}

const server = new Server(process.argv[2] ?? "tasks.sqlite");
await server.call("task.add", {
  objects: [
    { taskDescription: "Buy milk", date: "2026-12-01T09:00:00Z" },
    { taskDescription: "Call the café", date: "2026-12-02T10:00:00Z" },
  ],
  save: true,
});
const { objects } = await server.call("task.fetch", {
  predicate: "finished == NO AND taskDescription CONTAINS[cd] %@",
  arguments: ["CAFE"],
  sort: ["date"],
});
for (const task of objects) {
  console.log(`${task.date} ${task.taskDescription}`);
  await server.call("task.update", { uuid: task.uuid, values: { finished: true }, save: true });
}
try {
  await server.call("task.fetch", { predicate: "finishd == NO" });
} catch (error) {
  console.log(`${error.name}: did you mean ${error.data.nearest}?`);
}
const { count } = await server.call("task.count", { predicate: "finished == NO" });
console.log(`${count} to do`);
process.exitCode = await server.close();
