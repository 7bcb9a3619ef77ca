import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

const LOCK_FILE = "store.lock";

/** SQLite's result codes. */
const SQLITE_BUSY = 5;
const SQLITE_CANTOPEN = 14;

const errorOf = (error: unknown, folder: string): unknown =>
  (error as { errcode?: number }).errcode === SQLITE_CANTOPEN
    ? Object.assign(new Error(`${folder} cannot be written`), { code: "EACCES", path: folder })
    : error;

/**
 * Locks a folder for this process by a lock of the kernel on a file in it, which ends with the process, in whatever way. Gives
 * the function that unlocks, which may be called again, or undefined if another process has locked the folder. Throws if
 * the folder cannot be written.
 */
export const lockFolder = (folder: string): (() => void) | undefined => {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(join(folder, LOCK_FILE));
    // An exclusive transaction takes three locks one after the other, so two processes can refuse each other.
    database.exec("BEGIN IMMEDIATE");
    return () => {
      if (database?.isOpen) database.close();
    };
  } catch (error) {
    database?.close();
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return undefined;
    throw errorOf(error, folder);
  }
};
