declare module "css-tree/tokenizer" {
  /** The numbers of the kinds of tokens. */
  export const tokenTypes: Readonly<
    Record<"AtKeyword" | "BadString" | "BadUrl" | "Function" | "String" | "Url" | "WhiteSpace", number>
  >;

  /** Calls `onToken` for each token of the text, in order (CSS Syntax 3, section 4). */
  export function tokenize(text: string, onToken: (type: number, start: number, end: number) => void): void;
}
