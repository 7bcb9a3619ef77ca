import { isDeepStrictEqual } from "node:util";
import type { AttributeValue } from "@aws-sdk/client-dynamodb";

export type Item = Record<string, AttributeValue>;

/** The placeholders of an expression, as a command of DynamoDB has them. */
export interface Placeholders {
  readonly ExpressionAttributeNames?: Record<string, string> | undefined;
  readonly ExpressionAttributeValues?: Record<string, AttributeValue> | undefined;
}

const TOKEN = /\s*(<>|<=|>=|[=<>(),+\-.[\]]|[:#]?\w+)/y;

const COMPARISONS: Readonly<Record<string, (order: number) => boolean>> = {
  "=": (order) => order === 0,
  "<>": (order) => order !== 0,
  "<": (order) => order < 0,
  "<=": (order) => order <= 0,
  ">": (order) => order > 0,
  ">=": (order) => order >= 0,
};

/** The order of two values of one type; NaN for others, which compares as false. */
const orderOf = (left: AttributeValue | undefined, right: AttributeValue | undefined): number => {
  if (left === undefined || right === undefined) return Number.NaN;
  if (left.N !== undefined && right.N !== undefined) {
    const difference = BigInt(left.N) - BigInt(right.N);
    return difference === 0n ? 0 : difference < 0n ? -1 : 1;
  }
  if (left.S !== undefined && right.S !== undefined) return left.S === right.S ? 0 : left.S < right.S ? -1 : 1;
  return isDeepStrictEqual(left, right) ? 0 : Number.NaN;
};

/** A path into an item: names of attributes and of entries, and numbers of a list's elements. */
type Path = readonly (string | number)[];

const child = (value: AttributeValue | undefined, step: string | number): AttributeValue | undefined =>
  typeof step === "number" ? value?.L?.[step] : value?.M?.[step];

/** The value at a path; undefined if there is none. */
const valueAt = (item: Item | undefined, [first, ...rest]: Path): AttributeValue | undefined =>
  rest.reduce(child, item?.[first as string]);

/** The parent of a path's last step. Throws as DynamoDB does for a document path that is not there. */
const parentOf = (item: Item, path: Path): Item | AttributeValue[] => {
  if (path.length === 1) return item;
  const parent = valueAt(item, path.slice(0, -1));
  const inside = typeof path.at(-1) === "number" ? parent?.L : parent?.M;
  if (inside === undefined) throw new Error(`ValidationException: no document path ${path.join(".")}`);
  return inside;
};

/** The expressions of a command, as far as the service uses DynamoDB's. */
export class Expression {
  readonly #tokens: readonly string[];
  readonly #placeholders: Placeholders;
  readonly #item: Item | undefined;
  #at = 0;

  /** An expression about an item; undefined for one that is not there. */
  constructor(text: string, placeholders: Placeholders, item: Item | undefined) {
    TOKEN.lastIndex = 0;
    const tokens: string[] = [];
    for (let found = TOKEN.exec(text); found !== null; found = TOKEN.exec(text)) tokens.push(found[1]!);
    this.#tokens = tokens;
    this.#placeholders = placeholders;
    this.#item = item;
  }

  /** Whether the condition holds. */
  condition(): boolean {
    let holds = this.#conjunction();
    while (this.#take("OR")) holds = this.#conjunction() || holds;
    return holds;
  }

  /** The item after the update. */
  update(): Item {
    const changes: (() => void)[] = [];
    const next = structuredClone(this.#item ?? {});
    for (;;) {
      if (this.#take("SET")) this.#each(() => changes.push(this.#assignment(next)));
      else if (this.#take("REMOVE")) this.#each(() => changes.push(this.#removal(next)));
      else if (this.#take("ADD")) this.#each(() => changes.push(this.#addition(next)));
      else break;
    }
    if (this.#at < this.#tokens.length)
      throw new Error(`ValidationException: ${this.#tokens.slice(this.#at).join(" ")}`);
    for (const change of changes) change();
    return next;
  }

  #peek(): string {
    return this.#tokens[this.#at] ?? "";
  }

  #take(token: string): boolean {
    const isNext = this.#peek().toUpperCase() === token;
    if (isNext) this.#at++;
    return isNext;
  }

  #demand(token: string): void {
    if (!this.#take(token)) throw new Error(`ValidationException: ${this.#peek()} in the place of ${token}`);
  }

  #each(clause: () => void): void {
    do clause();
    while (this.#take(","));
  }

  #conjunction(): boolean {
    let holds = this.#predicate();
    while (this.#take("AND")) holds = this.#predicate() && holds;
    return holds;
  }

  #predicate(): boolean {
    if (this.#take("NOT")) return !this.#predicate();
    if (this.#take("(")) {
      const holds = this.condition();
      this.#demand(")");
      return holds;
    }
    const name = this.#peek().toLowerCase();
    if (/^(?:attribute_exists|attribute_not_exists|begins_with)$/.test(name)) return this.#function(name);
    const left = this.#operand();
    if (this.#take("BETWEEN")) {
      const low = this.#operand();
      this.#demand("AND");
      return orderOf(left, low) >= 0 && orderOf(left, this.#operand()) <= 0;
    }
    if (this.#take("IN")) {
      this.#demand("(");
      let isIn = false;
      this.#each(() => {
        isIn = orderOf(left, this.#operand()) === 0 || isIn;
      });
      this.#demand(")");
      return isIn;
    }
    const comparison = COMPARISONS[this.#tokens[this.#at++]!]!;
    const order = orderOf(left, this.#operand());
    return !Number.isNaN(order) && comparison(order);
  }

  #function(name: string): boolean {
    this.#at++;
    this.#demand("(");
    const value = valueAt(this.#item, this.#path());
    const prefix = this.#take(",") ? this.#operand()?.S : undefined;
    this.#demand(")");
    if (name === "begins_with") return value?.S?.startsWith(prefix ?? "") ?? false;
    return (value !== undefined) === (name === "attribute_exists");
  }

  #operand(): AttributeValue | undefined {
    if (this.#peek().startsWith(":")) return this.#placeholders.ExpressionAttributeValues?.[this.#tokens[this.#at++]!];
    if (!this.#take("IF_NOT_EXISTS")) return valueAt(this.#item, this.#path());
    this.#demand("(");
    const value = valueAt(this.#item, this.#path());
    this.#demand(",");
    const other = this.#operand();
    this.#demand(")");
    return value ?? other;
  }

  #path(): Path {
    const step = () => {
      const name = this.#tokens[this.#at++]!;
      return name.startsWith("#") ? this.#placeholders.ExpressionAttributeNames![name]! : name;
    };
    const path: (string | number)[] = [step()];
    for (;;) {
      if (this.#take(".")) path.push(step());
      else if (this.#take("[")) {
        path.push(Number(this.#tokens[this.#at++]));
        this.#demand("]");
      } else return path;
    }
  }

  #assignment(next: Item): () => void {
    const path = this.#path();
    this.#demand("=");
    let value = this.#operand();
    for (;;) {
      const sign = this.#take("+") ? 1n : this.#take("-") ? -1n : 0n;
      if (sign === 0n) break;
      const [left, right] = [value?.N, this.#operand()?.N];
      if (left === undefined || right === undefined) throw new Error("ValidationException: no number");
      value = { N: String(BigInt(left) + sign * BigInt(right)) };
    }
    if (value === undefined) throw new Error(`ValidationException: no value for ${path.join(".")}`);
    const known = structuredClone(value);
    return () => Object.assign(parentOf(next, path), { [path.at(-1)!]: known });
  }

  #removal(next: Item): () => void {
    const path = this.#path();
    return () => {
      if (valueAt(next, path) !== undefined) Reflect.deleteProperty(parentOf(next, path), path.at(-1)!);
    };
  }

  #addition(next: Item): () => void {
    const path = this.#path();
    const [before, added] = [valueAt(this.#item, path)?.N ?? "0", this.#operand()?.N ?? "0"];
    return () => Object.assign(parentOf(next, path), { [path.at(-1)!]: { N: String(BigInt(before) + BigInt(added)) } });
  }
}
