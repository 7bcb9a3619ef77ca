import { DatabaseSync } from "node:sqlite";
import { LOCAL_TABLE } from "../../local/store/format.ts";

/** Runs a work on a local store's file with SQLite alone, without the store. */
const withFile = <Result>(file: string, work: (database: DatabaseSync) => Result): Result => {
  const database = new DatabaseSync(file);
  try {
    return work(database);
  } finally {
    database.close();
  }
};

type StoredItem = Readonly<Record<string, { readonly N?: string; readonly S?: string }>>;

/** The items in a store's file, in no order that means anything. */
export const itemsIn = (file: string): StoredItem[] =>
  withFile(file, (database) =>
    database
      .prepare(`SELECT item_json FROM ${LOCAL_TABLE} ORDER BY pk, sk`)
      .all()
      .map(({ item_json }) => JSON.parse(String(item_json))),
  );

/** The items whose `ttl` is not over at a moment (ms since 1970). */
export const livingItems = (items: readonly StoredItem[], moment: number): StoredItem[] =>
  items.filter(({ ttl }) => ttl === undefined || Number(ttl.N) >= Math.floor(moment / 1000));

/** The version of a store's file, and whether SQLite finds the file whole. */
export const stateOf = (file: string): { version: unknown; check: unknown } =>
  withFile(file, (database) => ({
    version: database.prepare("PRAGMA user_version").get()!["user_version"],
    check: database.prepare("PRAGMA integrity_check").get()!["integrity_check"],
  }));

/** Sets the version of a store's file. */
export const setVersion = (file: string, version: number): void =>
  withFile(file, (database) => database.exec(`PRAGMA user_version = ${version}`));

/** Adds copies of each expired item under other keys, so that the store has more to remove. */
export const multiplyExpired = (file: string, copies: number): void =>
  withFile(file, (database) => {
    database.exec(`INSERT INTO ${LOCAL_TABLE} (pk, sk, item_json, item_size, cached_at, hash_prefix)
      WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${copies})
      SELECT pk || n, sk, json_set(item_json, '$.pk.S', item_json ->> '$.pk.S' || n), item_size, cached_at, hash_prefix
      FROM ${LOCAL_TABLE}, numbers WHERE CAST(item_json ->> '$.ttl.N' AS INTEGER) < unixepoch('now')`);
  });
