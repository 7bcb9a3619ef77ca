import type { Table } from "../table.ts";
import { backupItems } from "./backup.ts";

/** The first line of a backup; each other line is an item in DynamoDB's JSON. */
export const BACKUP_FORMAT = { format: "platen-backup", version: 1 };

/** The lines of a backup of a table, each with its end, as they are read. */
export async function* backupLines(table: Table): AsyncGenerator<string> {
  yield `${JSON.stringify(BACKUP_FORMAT)}\n`;
  let items = 0;
  for await (const item of backupItems(table)) {
    yield `${JSON.stringify(item)}\n`;
    items++;
  }
  // Without its last line a backup is not whole.
  yield `${JSON.stringify({ items })}\n`;
}
