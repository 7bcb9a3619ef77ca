declare module "css-tree/selector-parser" {
  import type { CssNode } from "css-tree";

  /** Parses CSS in the given context; throws a SyntaxError. */
  export default function parse(text: string, options: { context: "selectorList" }): CssNode;
}
