import { createTable, type Table, tableAt } from "../lib/accounts/table.ts";
import { config } from "../lib/config.ts";
import { openStore, runningStore } from "./store.ts";

/** The name of the table in the local store. */
export const LOCAL_TABLE = "platen";

/** Calls `work` with the named table, otherwise with the local table, whether its service is running or not. */
export const withTable = async (name: string | undefined, work: (table: Table) => Promise<void>): Promise<void> => {
  const chosen = name ?? config.table;
  if (chosen !== undefined) return work(tableAt(chosen));
  const running = await runningStore(config.data);
  if (running) return work(tableAt(LOCAL_TABLE, running.endpoint));
  const store = await openStore(config.data);
  try {
    const table = tableAt(LOCAL_TABLE, store.endpoint);
    await createTable(table);
    await work(table);
  } finally {
    await store.close();
  }
};
