import { GetItemCommand } from "@aws-sdk/client-dynamodb";
import type { Table } from "./table.ts";

/** No key has an empty hash, so nothing is stored here; the service's role may read all items of keys. */
const NO_ITEM = { pk: { S: "KEY#" }, sk: { S: "K" } };

/** Resolves when the table answers. Rejects with the error of the store, or with the signal's reason. */
export const probeTable = async ({ db, name }: Table, signal: AbortSignal): Promise<void> => {
  await db.send(new GetItemCommand({ TableName: name, Key: NO_ITEM }), { abortSignal: signal });
};
