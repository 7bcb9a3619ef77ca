import { test } from "node:test";
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
