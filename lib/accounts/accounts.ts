import { config } from "../config.ts";
import { type Keys, keysIn } from "./keys.ts";
import { Meter } from "./meter.ts";
import { type Table, tableAt } from "./table.ts";

/** The callers' keys, the meter of their requests and credits, and the table that holds both. */
export interface Accounts {
  readonly keys: Keys;
  readonly meter: Meter;
  readonly table: Table;
}

/** The accounts in a table; `now` is the clock of the meter, in ms since 1970. */
export const accountsIn = (table: Table, now: () => number = Date.now): Accounts => ({
  keys: keysIn(table),
  meter: new Meter(table, config.purchaseUrl, now, config.plans),
  table,
});

let opened: Accounts | undefined;

/** Sets the accounts of this process. */
export const openAccounts = (accounts: Accounts): void => {
  opened = accounts;
};

/** The accounts of this process: those that were set, else those in the configured table. */
export const accounts = (): Accounts => {
  if (opened === undefined) {
    if (config.table === undefined) throw new Error("PLATEN_TABLE is not set");
    opened = accountsIn(tableAt(config.table));
  }
  return opened;
};
