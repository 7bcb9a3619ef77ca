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

const nameOf = ({ pk, sk }: Item): string => `${pk?.S}\n${sk?.S}`;

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
  readonly #items = new Map<string, Item>();
  /** The tokens of transactions that were done: the same one again changes nothing. */
  readonly #tokens = new Set<string>();

  put(item: Item): void {
    this.#items.set(nameOf(item), item);
  }

  get(key: Item): Item | undefined {
    return this.#items.get(nameOf(key));
  }

  /** All items, in the order of their keys. */
  all(): Item[] {
    return [...this.#items].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, item]) => item);
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

  #apply(change: Change): void {
    const next = change.after(this.get(change.key));
    if (next === undefined) this.#items.delete(nameOf(change.key));
    else this.put(next);
  }

  #update(input: UpdateItemCommandInput): object {
    const change = updating(input);
    if (!this.#holds(change))
      throw new ConditionalCheckFailedException({
        message: "The conditional request failed",
        $metadata: {},
        ...(this.get(change.key) && { Item: this.get(change.key)! }),
      });
    this.#apply(change);
    return input.ReturnValues === "ALL_NEW" ? { Attributes: this.get(change.key) } : {};
  }

  #transact({ input }: TransactWriteItemsCommand): object {
    const { ClientRequestToken: token, TransactItems = [] } = input;
    if (token !== undefined && this.#tokens.has(token)) return {};
    const changes = TransactItems.map(changeOf);
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
    for (const change of changes) this.#apply(change);
    if (token !== undefined) this.#tokens.add(token);
    return {};
  }

  #query({ input }: QueryCommand): object {
    const { KeyConditionExpression = "", Limit = 1000, ScanIndexForward = true, ExclusiveStartKey } = input;
    const found = this.all().filter((item) => new Expression(KeyConditionExpression, input, item).condition());
    if (!ScanIndexForward) found.reverse();
    const start =
      ExclusiveStartKey === undefined ? 0 : 1 + found.findIndex((item) => nameOf(item) === nameOf(ExclusiveStartKey));
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
