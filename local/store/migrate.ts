import { constants } from "node:fs";
import { access, copyFile, open, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { createTable, type Table, tableAt } from "../../lib/accounts/table.ts";
import { printMessage } from "../messages.ts";
import { LOCAL_TABLE, readFormat, TABLE_FILE, writeFormat } from "./format.ts";
import { freePort, newStoreKey, startStore } from "./process.ts";
import { purgeExpired } from "./purge.ts";

/**
 * What brings a table from each format to the next: the first from format 0. Each may run again on a table that has been through
 * it.
 */
const MIGRATIONS: readonly ((table: Table) => Promise<unknown>)[] = [
  // Before formats had versions, no store removed the items whose time was over.
  (table) => purgeExpired(table, Date.now(), { pageIntervalMs: 0 }),
];

/** The version of the format that this service reads and writes. */
const STORE_FORMAT = MIGRATIONS.length;

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

/** Where the file of an older format is kept. */
const backupOf = (folder: string, format: number): string => join(folder, `table.v${format}.db`);

const removeDatabase = (file: string) =>
  Promise.all(["", "-wal", "-shm", "-journal"].map((end) => rm(file + end, { force: true })));

/** Waits until a file, or the entries of a folder, are on the disk. */
const sync = async (path: string): Promise<void> => {
  const file = await open(path);
  await file.sync().finally(() => file.close());
};

const copyWhole = async (from: string, to: string): Promise<void> => {
  await rm(to, { force: true });
  await copyFile(from, to, constants.COPYFILE_FICLONE);
  await sync(to);
};

/** Does the migrations from a format on in a file, and writes its new format. */
const migrateFile = async (file: string, format: number): Promise<void> => {
  const store = await startStore(file, { host: "127.0.0.1", port: await freePort(), key: newStoreKey() });
  try {
    const table = tableAt(LOCAL_TABLE, store);
    await createTable(table);
    for (const step of MIGRATIONS.slice(format)) await step(table);
    table.db.destroy();
  } finally {
    await store.close();
  }
  writeFormat(file, STORE_FORMAT);
  await sync(file);
};

/** Replaces a table's file by a migrated copy, and keeps the old one. If that fails, the file is as it was. */
const replaceFile = async (folder: string, format: number): Promise<void> => {
  const [file, copy] = [join(folder, TABLE_FILE), join(folder, "table.migrating.db")];
  const backup = backupOf(folder, format);
  const partial = `${backup}.partial`;
  await removeDatabase(copy);
  try {
    await copyWhole(file, copy);
    await migrateFile(copy, format);
    await copyWhole(file, partial);
    await rename(partial, backup);
    await rename(copy, file);
  } catch (error) {
    await Promise.all([removeDatabase(copy), rm(partial, { force: true })]);
    throw new Error(`the store in ${folder} cannot be migrated, and is as it was: ${(error as Error).message}`);
  }
  await sync(folder);
};

/**
 * Brings the table in a folder to this format. The work is done in a copy, which replaces the table in one step of the file
 * system: whenever this ends early, the table is the old one or the new one. The old one stays beside it, as `table.v0.db` for
 * the format 0. Throws if the format is newer than this one. Only the process that has locked the folder may call it.
 */
export const migrate = async (folder: string): Promise<void> => {
  const file = join(folder, TABLE_FILE);
  if (!(await exists(file))) return writeFormat(file, STORE_FORMAT);
  const format = readFormat(file);
  if (format > STORE_FORMAT) {
    throw new Error(
      `the store in ${folder} has format ${format}, and this version reads up to ${STORE_FORMAT}: start the version that wrote it, or set PLATEN_DATA to another folder`,
    );
  }
  if (format === STORE_FORMAT) return;
  // SQLite removes the log when the last process closes the file.
  if (await exists(`${file}-wal`)) throw new Error(`${file} is open in another process: stop that first`);
  await replaceFile(folder, format);
  const backup = backupOf(folder, format);
  printMessage(`the store has now format ${STORE_FORMAT}; the one of format ${format} is kept in ${backup}`);
};
