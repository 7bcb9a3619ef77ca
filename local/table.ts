import "./env-file.ts";
import { createTable, tableAt } from "../lib/accounts/table.ts";
import { config } from "../lib/config.ts";
import { printMessage, reasonOf } from "./messages.ts";
import { LOCAL_TABLE } from "./store/format.ts";
import { purgeRegularly } from "./store/purge.ts";
import { openStore } from "./store.ts";

// Runs only the local table, for servers in other containers of one network.
const TABLE_PORT = 8000;

try {
  const key = config.storeKey;
  if (key === undefined) throw new Error("PLATEN_STORE_KEY must be set: the servers name it as AWS_ACCESS_KEY_ID");
  const store = await openStore(config.data, { host: config.host, port: TABLE_PORT, key });
  const table = tableAt(LOCAL_TABLE, store);
  await createTable(table);
  const endPurges = purgeRegularly(table);
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(
      signal,
      () =>
        void endPurges()
          .then(store.close)
          .then(() => process.exit(0)),
    );
  }
  printMessage(`the table ${LOCAL_TABLE} is at port ${TABLE_PORT}`);
} catch (error) {
  printMessage(reasonOf(error));
  process.exit(1);
}
