declare module "css-tree/selector-parser" {
  import type { CssNode } from "css-tree";

  /** Parses CSS in the given context; throws a SyntaxError. */
  export default function parse(text: string, options: { context: "selectorList" }): CssNode;
}

declare module "css-tree/tokenizer" {
  /** The numbers of the kinds of tokens. */
  export const tokenTypes: Readonly<
    Record<"AtKeyword" | "BadString" | "BadUrl" | "Function" | "String" | "Url" | "WhiteSpace", number>
  >;

  /** Calls `onToken` for each token of the text, in order (CSS Syntax 3, section 4). */
  export function tokenize(text: string, onToken: (type: number, start: number, end: number) => void): void;
}
