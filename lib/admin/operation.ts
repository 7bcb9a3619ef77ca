import type { Table } from "../accounts/table.ts";
import type { Schema } from "../contract/contract.ts";

/** The names of the schemas of answers in the OpenAPI document. */
export type AnswerName =
  | "Account"
  | "AccountPage"
  | "NewAccount"
  | "Balance"
  | "Keys"
  | "NewKey"
  | "RevokedKey"
  | "CallbackSecrets"
  | "NewCallbackSecret";

/** What stands in the path of a request. */
export interface PathParameters {
  readonly account: string;
  readonly keyId: string;
}

/** The input of an operation: a JSON body with an example, or the parameters of a query. */
interface AdminInput<Input> {
  readonly body?: Schema<Input>;
  readonly example?: object;
  readonly query?: Schema<Input>;
}

/** One operation of the admin API: its path, its input, its work and its answer. */
interface AdminOperation<Input> {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  /** Below the base path; `{account}` and `{keyId}` stand for ids. */
  readonly path: `/${string}`;
  /** The name of the action in the log. */
  readonly action: string | ((input: Input) => string);
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly input: AdminInput<Input>;
  readonly status: 200 | 201;
  /** The schema of the answer; lines are a backup. */
  readonly answer: AnswerName | "lines";
  /** Throws RangeError for what is not possible, NotFoundError for what is not there. */
  readonly run: (table: Table, parameters: PathParameters, input: Input) => Promise<object> | AsyncIterable<string>;
}

/** An operation with any input. */
export type AnyAdminOperation = AdminOperation<unknown>;

/** An operation, with its input's type inferred. */
export const adminOperation = <Input>(operation: AdminOperation<Input>): AnyAdminOperation =>
  operation as AnyAdminOperation;
