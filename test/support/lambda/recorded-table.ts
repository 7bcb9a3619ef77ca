import { once } from "node:events";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { KEPT_CONNECTIONS } from "../kept-connections.ts";

/** A call as IAM sees it: the action, and the partition key of an item that it is about. */
export interface TableCall {
  readonly action: string;
  readonly leadingKey: string;
}

type Keyed = Readonly<Record<string, { readonly S: string }>>;

/** The parts of the calls of DynamoDB that the service makes. */
interface Input {
  readonly Key?: Keyed;
  readonly KeyConditionExpression?: string;
  readonly ExpressionAttributeValues?: Keyed;
  readonly RequestItems?: Readonly<Record<string, { readonly Keys: readonly Keyed[] }>>;
  readonly TransactItems?: readonly {
    readonly Put?: { readonly Item: Keyed };
    readonly Update?: { readonly Key: Keyed };
    readonly Delete?: { readonly Key: Keyed };
  }[];
}

const partitionOf = (item: Keyed | undefined): string => item!["pk"]!.S;

/** What IAM has to allow for a call. A transaction needs the rights of its parts. */
const callsIn = (action: string, input: Input): TableCall[] => {
  const of = (name: string, leadingKey: string): TableCall => ({ action: `dynamodb:${name}`, leadingKey });
  if (input.TransactItems !== undefined)
    return input.TransactItems.map(({ Put, Update, Delete }) =>
      Put !== undefined
        ? of("PutItem", partitionOf(Put.Item))
        : of(Update ? "UpdateItem" : "DeleteItem", partitionOf((Update ?? Delete)!.Key)),
    );
  if (input.RequestItems !== undefined)
    return Object.values(input.RequestItems).flatMap(({ Keys }) => Keys.map((key) => of(action, partitionOf(key))));
  if (input.KeyConditionExpression === undefined) return [of(action, partitionOf(input.Key))];
  const [, name = ""] = /^pk = (:\w+)/.exec(input.KeyConditionExpression) ?? [];
  return [of(action, input.ExpressionAttributeValues![name]!.S)];
};

/** Passes the calls of a function to a table's store, and notes them. */
export const recordTable = async (store: string) => {
  const calls: TableCall[] = [];
  const server = createServer(KEPT_CONNECTIONS, async (incoming, response) => {
    const body = Buffer.concat(await incoming.toArray());
    const [, action = ""] = /\.(\w+)$/.exec(String(incoming.headers["x-amz-target"])) ?? [];
    calls.push(...callsIn(action, JSON.parse(body.toString())));
    const { method, url, headers } = incoming;
    const outgoing = request(new URL(url!, store), { method, headers }, (reply) => {
      response.writeHead(reply.statusCode!, reply.headers);
      reply.pipe(response);
    });
    outgoing.once("error", () => response.destroy()).end(body);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};
