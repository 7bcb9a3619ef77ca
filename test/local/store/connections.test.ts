import { connect } from "node:net";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { createTable, probeTable, tableAt } from "../../../lib/accounts/table.ts";
import { openStore } from "../../../local/store.ts";
import { commandLineOf, descendantsOf } from "../../support/processes.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { until } from "../../support/until.ts";

test("the process that has started a store reaches it without its door, again after the store was killed", async () => {
  const store = await openStore(temporaryFolder("store"));
  const table = tableAt("table", store);
  const doors = () => descendantsOf(process.pid).filter((pid) => commandLineOf(pid).includes("door.ts"));
  try {
    await createTable(table);
    // A frozen door passes nothing on.
    const frozen = doors();
    for (const pid of frozen) process.kill(pid, "SIGSTOP");
    await probeTable(table, new AbortController().signal);
    for (const pid of frozen) process.kill(pid, "SIGCONT");
    for (const pid of descendantsOf(process.pid))
      if (commandLineOf(pid).includes("dynoxide\0serve")) process.kill(pid, "SIGKILL");
    await until(() =>
      probeTable(table, new AbortController().signal).then(
        () => true,
        () => false,
      ),
    );
  } finally {
    await store.close();
  }
});

test("a store ends although a request to it is never sent to its end", async () => {
  const store = await openStore(temporaryFolder("store"));
  const socket = connect(store.port, "127.0.0.1");
  const head = [
    "POST / HTTP/1.1",
    "Host: store",
    `Authorization: AWS4-HMAC-SHA256 Credential=${store.accessKeyId}/20260101/local/dynamodb/aws4_request, SignedHeaders=host, Signature=0`,
    "X-Amz-Target: DynamoDB_20120810.ListTables",
    "Content-Length: 100",
  ];
  socket.write(`${head.join("\r\n")}\r\n\r\n{`);
  const own = await store.connect!();
  own.write(`${head.join("\r\n")}\r\n\r\n{`);
  await setTimeout(200); // it has arrived
  await store.close();
  socket.destroy();
});
