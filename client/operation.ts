import type { BodyDescription } from "./body.ts";

/** How an operation is sent; `file` is the media type of the file that it returns. */
export interface OperationDescription extends BodyDescription {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly file?: string;
}

/** The names of an operation's fields and parts. */
export const parameterNames = ({ json = [], form = {} }: OperationDescription): readonly string[] => [
  ...json,
  ...Object.keys(form),
];
