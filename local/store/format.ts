import { DatabaseSync } from "node:sqlite";

/** The name of the table in the local store. */
export const LOCAL_TABLE = "platen";

/** The file of the table, below the store's folder. */
export const TABLE_FILE = "table.db";

/** Runs a work on the store's file, which is an SQLite database. The last process that closes it also writes its log (WAL) into it. */
const withFile = <Result>(file: string, work: (database: DatabaseSync) => Result): Result => {
  const database = new DatabaseSync(file);
  try {
    return work(database);
  } finally {
    database.close();
  }
};

/** SQLite's result code for a file that is no database. */
const SQLITE_NOTADB = 26;

/**
 * The version of a file's format, which SQLite keeps as `user_version`: 0 if it was written before formats had versions.
 * Throws for a file that is no database.
 */
export const readFormat = (file: string): number => {
  try {
    return withFile(file, (database) => Number(database.prepare("PRAGMA user_version").get()!["user_version"]));
  } catch (error) {
    if ((error as { errcode?: number }).errcode !== SQLITE_NOTADB) throw error;
    throw new Error(`${file} is damaged: set PLATEN_DATA to another folder and restore a backup there`);
  }
};

/** Writes the version of a file's format, and frees the space of what was removed from the file. Makes a file that is missing. */
export const writeFormat = (file: string, version: number): void =>
  withFile(file, (database) => database.exec(`VACUUM; PRAGMA user_version = ${version}`));
