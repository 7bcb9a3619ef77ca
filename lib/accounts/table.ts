import { Agent } from "node:http";
import { connect, type Socket } from "node:net";
import {
  CreateTableCommand,
  DynamoDBClient,
  type DynamoDBClientConfig,
  GetItemCommand,
  ResourceInUseException,
} from "@aws-sdk/client-dynamodb";

type RequestSigner = Exclude<DynamoDBClientConfig["signer"], undefined | ((...values: never[]) => unknown)>;

/** The one table: accounts under `ACC#<id>`/`A`, keys under `KEY#<sha256>`/`K`. */
export interface Table {
  readonly db: DynamoDBClient;
  readonly name: string;
}

/** Milliseconds after which a store that does not answer counts as unreachable; the SDK tries three times in total. */
const REQUEST_TIMEOUTS = { connectionTimeout: 2000, requestTimeout: 5000, throwOnRequestTimeout: true };

/** The same for a local store. It is late only if the machine is busy, and then an error would depend on the load. */
const LOCAL_REQUEST_TIMEOUTS = { ...REQUEST_TIMEOUTS, connectionTimeout: 10_000, requestTimeout: 10_000 };

/** A local store: its address, and the key that it demands as the access key of each request. */
export interface LocalStore {
  readonly endpoint: string;
  readonly accessKeyId: string;
  /** A shorter way than the address, for the process that has started the store. Rejects with an Error if it leads nowhere. */
  connect?(): Promise<Socket>;
}

/** Connects by the shorter way; by the address if that leads nowhere, because another process has started the store since. */
const agentWith = (shorter: () => Promise<Socket>): Agent => {
  const agent = new Agent({ keepAlive: true });
  agent.createConnection = (options, done = () => {}) => {
    const byAddress = () => connect({ host: options.host ?? "", port: Number(options.port), noDelay: true });
    void shorter()
      .catch(byAddress)
      .then((socket) => done(null, socket));
    return null;
  };
  return agent;
};

const localHandler = (store: LocalStore) => ({
  ...LOCAL_REQUEST_TIMEOUTS,
  ...(store.connect !== undefined && { httpAgent: agentWith(store.connect) }),
});

/**
 * Names the key of a local store in a request, in the form of a signature (AWS Signature Version 4). The store checks no more than
 * the form, and to sign takes a tenth of the processor time of a request without a document.
 */
const keyNamer = (key: string): RequestSigner => ({
  sign: async (request) => {
    request.headers["authorization"] = `AWS4-HMAC-SHA256 Credential=${key}/local, SignedHeaders=host, Signature=none`;
    request.headers["x-amz-date"] = "20260101T000000Z";
    return request;
  },
});

/** A table in AWS, in a region or in the SDK's own, with the SDK's credentials; or in a local store. */
export const tableAt = (name: string, store?: LocalStore, region?: string): Table => {
  const db = new DynamoDBClient({
    requestHandler: store === undefined ? REQUEST_TIMEOUTS : localHandler(store),
    ...(region !== undefined && { region }),
    ...(store !== undefined && {
      endpoint: store.endpoint,
      region: "local",
      credentials: { accessKeyId: store.accessKeyId, secretAccessKey: "local" },
      signer: keyNamer(store.accessKeyId),
    }),
  });
  // This middleware copies each item for a logger that does not exist: 7 % of a write's time.
  db.middlewareStack.remove("loggerMiddleware");
  // A local store does not read the names of the program and its machine.
  if (store !== undefined) db.middlewareStack.remove("getUserAgentMiddleware");
  return { name, db };
};

/** Creates the table as `aws/table.yml` describes it, unless it is there. */
export const createTable = async ({ db, name }: Table): Promise<void> => {
  try {
    await db.send(
      new CreateTableCommand({
        TableName: name,
        BillingMode: "PAY_PER_REQUEST",
        AttributeDefinitions: [
          { AttributeName: "pk", AttributeType: "S" },
          { AttributeName: "sk", AttributeType: "S" },
        ],
        KeySchema: [
          { AttributeName: "pk", KeyType: "HASH" },
          { AttributeName: "sk", KeyType: "RANGE" },
        ],
      }),
    );
  } catch (error) {
    if (!(error instanceof ResourceInUseException)) throw error;
  }
};

/** No key has an empty hash, so nothing is stored here; the service's role may read all items of keys. */
const NO_ITEM = { pk: { S: "KEY#" }, sk: { S: "K" } };

/** Resolves when the table answers. Rejects with the error of the store, or with the signal's reason. */
export const probeTable = async ({ db, name }: Table, signal: AbortSignal): Promise<void> => {
  await db.send(new GetItemCommand({ TableName: name, Key: NO_ITEM }), { abortSignal: signal });
};
