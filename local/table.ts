import { createTable, tableAt } from "../lib/accounts/table.ts";
import { config } from "../lib/config.ts";
import { openStore } from "./store.ts";
import { reasonOf, tell } from "./tell.ts";
import { LOCAL_TABLE } from "./with-table.ts";

// The local table alone, for servers in other containers of one network.
const PORT = 8000;

try {
  const store = await openStore(config.data, { host: config.host, port: PORT });
  await createTable(tableAt(LOCAL_TABLE, store.endpoint));
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => void store.close().then(() => process.exit(0)));
  }
  tell(`the table ${LOCAL_TABLE} is at port ${PORT}`);
} catch (error) {
  tell(reasonOf(error));
  process.exit(1);
}
