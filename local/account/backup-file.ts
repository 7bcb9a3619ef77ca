import { createReadStream } from "node:fs";
import { open, rm } from "node:fs/promises";
import { createInterface } from "node:readline";
import type { Item } from "../../lib/accounts/account.ts";
import { hasAccounts, restoreItems } from "../../lib/accounts/operator/backup.ts";
import { BACKUP_FORMAT, backupLines } from "../../lib/accounts/operator/backup-lines.ts";
import type { Table } from "../../lib/accounts/table.ts";

/** Lines of a backup that are no items: its first and its last one. */
const FRAME_LINES = 2;

const hasCode = (error: unknown, code: string): boolean => (error as NodeJS.ErrnoException).code === code;

/** Writes all items of a table to a new file that only its owner can read. Throws RangeError if the file is there. */
export const backUp = async (table: Table, path: string): Promise<{ file: string; items: number }> => {
  const file = await open(path, "wx", 0o600).catch((error) => {
    if (hasCode(error, "EEXIST")) throw new RangeError(`${path} is there already: name a new file`);
    throw error;
  });
  let lines = 0;
  try {
    for await (const line of backupLines(table)) {
      await file.write(line);
      lines++;
    }
    await file.sync();
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  } finally {
    await file.close();
  }
  return { file: path, items: lines - FRAME_LINES };
};

const linesOf = async function* (path: string): AsyncGenerator<Record<string, unknown>> {
  const lines = createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY });
  for await (const line of lines) yield JSON.parse(line);
};

const notABackup = (path: string) => new RangeError(`${path} is no backup, or it is damaged`);

/** Reads a backup to its end. Throws RangeError for another file, and for one that is cut off. */
const countItems = async (path: string): Promise<number> => {
  let count = -1;
  let last: Record<string, unknown> = {};
  try {
    for await (const line of linesOf(path)) {
      if (count === -1 && line["format"] !== BACKUP_FORMAT.format) throw notABackup(path);
      if (count === -1 && line["version"] !== BACKUP_FORMAT.version)
        throw new RangeError(`${path} has a format of another version`);
      last = line;
      count++;
    }
  } catch (error) {
    if (error instanceof SyntaxError) throw notABackup(path); // a line that is no JSON
    throw error;
  }
  if (last["items"] !== count - 1) throw new RangeError(`${path} is not whole`);
  return count - 1;
};

const itemsIn = async function* (path: string, count: number): AsyncGenerator<Item> {
  let index = -1;
  for await (const line of linesOf(path)) {
    if (index >= 0 && index < count) yield line as Item;
    index++;
  }
};

/** Writes a backup into a table. Throws RangeError if the file is not a whole backup, or the table has accounts. */
export const restore = async (
  table: Table,
  path: string,
): Promise<{ file: string; accounts: number; items: number }> => {
  const items = await countItems(path);
  if (await hasAccounts(table)) throw new RangeError("The table has accounts: restore into an empty one");
  return { file: path, accounts: await restoreItems(table, itemsIn(path, items)), items };
};
