import {
  BatchGetItemCommand,
  type CancellationReason,
  ConditionalCheckFailedException,
  GetItemCommand,
  QueryCommand,
  TransactionCanceledException,
  type TransactWriteItem,
  TransactWriteItemsCommand,
  UpdateItemCommand,
  type UpdateItemCommandInput,
} from "@aws-sdk/client-dynamodb";
import { Expression, type Item, type Placeholders } from "./expressions.ts";

/** A write: its key, its condition, and the item after it; undefined if it removes the item. */
interface Change {
  readonly key: Item;
  readonly condition: string | undefined;
  readonly placeholders: Placeholders;
  readonly after: (item: Item | undefined) => Item | undefined;
}

/** What a command has changed of an item: as it was before, and as it is after it; undefined if it is not there. */
export interface Changed {
  readonly before: Item | undefined;
  readonly after: Item | undefined;
}

const byName = ([a]: readonly [string, Item], [b]: readonly [string, Item]): number => (a < b ? -1 : 1);

/** Writes that a transaction may have. */
const TRANSACTION_LIMIT = 100;

/** The value that the key condition of a query names for the partition. */
const PARTITION = /^pk = (:\w+)/;

const updating = (update: Omit<UpdateItemCommandInput, "TableName">): Change => ({
  key: update.Key!,
  condition: update.ConditionExpression,
  placeholders: update,
  after: (item) => new Expression(update.UpdateExpression ?? "", update, item ?? { ...update.Key }).update(),
});

const changeOf = ({ Update, Put, Delete }: TransactWriteItem): Change => {
  if (Update) return updating(Update);
  if (Put) {
    const { Item = {}, ConditionExpression: condition } = Put;
    return { key: Item, condition, placeholders: Put, after: () => Item };
  }
  const { Key = {}, ConditionExpression: condition } = Delete!;
  return { key: Key, condition, placeholders: Delete!, after: () => undefined };
};

/** The commands of DynamoDB that the service sends, done at once on items in memory. It shares no code with the local store. */
export class MemoryTable {
  /** The items by their sort keys, by their partitions. */
  readonly #partitions = new Map<string, Map<string, Item>>();
  /** The tokens of transactions that were done: the same one again changes nothing. */
  readonly #tokens = new Set<string>();

  /** Called when a command is done, with all that it has changed. */
  changed: (changes: readonly Changed[]) => void = () => {};

  put(item: Item): void {
    const name = item["pk"]?.S ?? "";
    const partition = this.#partitions.get(name) ?? new Map<string, Item>();
    this.#partitions.set(name, partition);
    partition.set(item["sk"]?.S ?? "", item);
  }

  get({ pk, sk }: Item): Item | undefined {
    return this.#partitions.get(pk?.S ?? "")?.get(sk?.S ?? "");
  }

  /** The items of a partition, in the order of their sort keys. */
  itemsOf(partition: string): Item[] {
    return [...(this.#partitions.get(partition) ?? [])].sort(byName).map(([, item]) => item);
  }

  /** Does a command, and returns its output. Throws the exceptions of the SDK. */
  run(command: unknown): object {
    if (command instanceof GetItemCommand) return { Item: this.get(command.input.Key!) };
    if (command instanceof BatchGetItemCommand) return this.#batch(command);
    if (command instanceof QueryCommand) return this.#query(command);
    if (command instanceof UpdateItemCommand) return this.#update(command.input);
    if (command instanceof TransactWriteItemsCommand) return this.#transact(command);
    throw new Error(`The table in memory has no ${String((command as object).constructor.name)}.`);
  }

  #holds({ key, condition, placeholders }: Change): boolean {
    return condition === undefined || new Expression(condition, placeholders, this.get(key)).condition();
  }

  #apply(changes: readonly Change[]): void {
    const done = changes.map(({ key, after: next }): Changed => {
      const before = this.get(key);
      const after = next(before);
      if (after !== undefined) this.put(after);
      else this.#partitions.get(key["pk"]?.S ?? "")?.delete(key["sk"]?.S ?? "");
      return { before, after };
    });
    this.changed(done);
  }

  #update(input: UpdateItemCommandInput): object {
    const change = updating(input);
    if (!this.#holds(change))
      throw new ConditionalCheckFailedException({
        message: "The conditional request failed",
        $metadata: {},
        ...(this.get(change.key) && { Item: this.get(change.key)! }),
      });
    this.#apply([change]);
    return input.ReturnValues === "ALL_NEW" ? { Attributes: this.get(change.key) } : {};
  }

  #transact({ input }: TransactWriteItemsCommand): object {
    const { ClientRequestToken: token, TransactItems = [] } = input;
    if (token !== undefined && this.#tokens.has(token)) return {};
    const changes = TransactItems.map(changeOf);
    const names = new Set(changes.map(({ key }) => `${key["pk"]?.S} ${key["sk"]?.S}`));
    if (names.size < changes.length || changes.length > TRANSACTION_LIMIT)
      throw new Error(`ValidationException: ${changes.length} writes on ${names.size} items`);
    const reasons = changes.map((change): CancellationReason => {
      if (this.#holds(change)) return { Code: "None" };
      const item = this.get(change.key);
      return { Code: "ConditionalCheckFailed", ...(item && { Item: item }) };
    });
    if (reasons.some(({ Code }) => Code !== "None"))
      throw new TransactionCanceledException({
        message: "Transaction cancelled",
        $metadata: {},
        CancellationReasons: reasons,
      });
    this.#apply(changes);
    if (token !== undefined) this.#tokens.add(token);
    return {};
  }

  #query({ input }: QueryCommand): object {
    const { KeyConditionExpression = "", Limit = 1000, ScanIndexForward = true, ExclusiveStartKey } = input;
    const partition = PARTITION.exec(KeyConditionExpression)?.[1] ?? "";
    const found = this.itemsOf(input.ExpressionAttributeValues?.[partition]?.S ?? "").filter((item) =>
      new Expression(KeyConditionExpression, input, item).condition(),
    );
    if (!ScanIndexForward) found.reverse();
    const startAfter = ExclusiveStartKey?.["sk"]?.S;
    const start = startAfter === undefined ? 0 : 1 + found.findIndex(({ sk }) => sk?.S === startAfter);
    const Items = found.slice(start, start + Limit);
    const last = Items.at(-1);
    const hasMore = start + Limit < found.length;
    return { Items, ...(hasMore && last && { LastEvaluatedKey: { pk: last["pk"], sk: last["sk"] } }) };
  }

  #batch({ input }: BatchGetItemCommand): object {
    const [[name, { Keys = [] }] = ["", {}]] = Object.entries(input.RequestItems ?? {});
    return { Responses: { [name]: Keys.map((key) => this.get(key)).filter((item) => item !== undefined) } };
  }
}
