import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createServer } from "node:net";
import { test } from "node:test";
import { freePort } from "../../../local/store/process.ts";

const FREE_PORT_COUNT = 20;

test("a free port can be listened at, and the system gives it to no connection by itself", async () => {
  const [firstGiven] = readFileSync("/proc/sys/net/ipv4/ip_local_port_range", "utf8").split("\t").map(Number);
  for (let count = 0; count < FREE_PORT_COUNT; count++) {
    const port = await freePort();
    assert.ok(port < firstGiven!, `port ${port}, ports from ${firstGiven} are given`);
    const server = createServer();
    await new Promise<void>((listening, failed) => server.on("error", failed).listen(port, "127.0.0.1", listening));
    server.close();
  }
});
