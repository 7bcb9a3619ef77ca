declare module "css-tree/tokenizer" {
  /** The numbers of the kinds of tokens. */
  export const tokenTypes: Readonly<
    Record<
      "AtKeyword" | "BadString" | "BadUrl" | "Function" | "RightParenthesis" | "String" | "Url" | "WhiteSpace",
      number
    >
  >;

  /** Calls `onToken` for each token of the text, in order (CSS Syntax 3, section 4). */
  export function tokenize(text: string, onToken: (type: number, start: number, end: number) => void): void;
}

declare module "css-tree/parser" {
  /** A node of a style sheet; which fields it has depends on its type. */
  export interface CssNode {
    readonly type: string;
    name?: string;
    property?: string;
    prelude?: CssNode | null;
    value?: CssNode | string;
  }

  /** Reads a style sheet as browsers do: what is wrong becomes a node of the type Raw. */
  export default function parse(
    text: string,
    options: { readonly parseValue: boolean; readonly context?: "stylesheet" | "declarationList" },
  ): CssNode;
}

declare module "css-tree/walker" {
  import type { CssNode } from "css-tree/parser";

  /** The place of a node in a list. */
  interface Item {
    data: CssNode;
  }

  /** Calls `enter` for each node, with its place if it is in a list. */
  export default function walk(
    node: CssNode,
    enter: (node: CssNode, item: Item | null, list: { remove(item: Item): void } | null) => void,
  ): void;
}

declare module "css-tree/generator" {
  import type { CssNode } from "css-tree/parser";

  /** The text of a style sheet. */
  export default function generate(node: CssNode): string;
}
