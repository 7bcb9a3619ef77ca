import { createTable, type Table, tableAt } from "../lib/accounts/table.ts";
import { config } from "../lib/config.ts";
import { machineRegion } from "./region.ts";
import { LOCAL_TABLE } from "./store/format.ts";
import { openStore, runningStore } from "./store.ts";

/** A table in AWS, by its name and its region, if that is not the one of this machine. */
export interface TableChoice {
  readonly name: string | undefined;
  readonly region: string | undefined;
}

/** Calls `work` with the chosen table, otherwise with the local table, whether its service is running or not. */
export const withTable = async (
  { name, region }: TableChoice,
  work: (table: Table) => Promise<void>,
): Promise<void> => {
  const chosen = name ?? config.table;
  if (chosen !== undefined) return work(tableAt(chosen, undefined, region ?? (await machineRegion())));
  const running = await runningStore(config.data);
  if (running) return work(tableAt(LOCAL_TABLE, running));
  const store = await openStore(config.data);
  try {
    const table = tableAt(LOCAL_TABLE, store);
    await createTable(table);
    await work(table);
  } finally {
    await store.close();
  }
};
