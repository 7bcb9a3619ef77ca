import { config } from "../config.ts";
import { type Keys, keysIn } from "./keys.ts";
import { type Meter, meterOver } from "./meter.ts";
import { type Table, tableAt } from "./table.ts";

/** Who calls, how often they may, and what they have left. */
export interface Accounts {
  readonly keys: Keys;
  readonly meter: Meter;
}

/** The accounts in a table; `now` is the clock of the meter, in ms since 1970. */
export const accountsIn = (table: Table, now: () => number = Date.now): Accounts => ({
  keys: keysIn(table),
  meter: meterOver(table, config.purchaseUrl, now),
});

let opened: Accounts | undefined;

/** Makes these the accounts of this process. */
export const openAccounts = (accounts: Accounts): void => {
  opened = accounts;
};

/** The accounts of this process: those that were opened, else those in the table that the configuration names. */
export const accounts = (): Accounts => {
  if (opened === undefined) {
    if (config.table === undefined) throw new Error("PLATEN_TABLE names no table");
    opened = accountsIn(tableAt(config.table));
  }
  return opened;
};
