/** A part of a Markdown document. Texts are escaped. */
export type MarkdownBlock =
  | { readonly kind: "heading"; readonly level: number; readonly text: string }
  | { readonly kind: "item"; readonly depth: number; readonly marker: string; readonly text: string }
  | { readonly kind: "table"; readonly rows: readonly (readonly string[])[] }
  | { readonly kind: "code"; readonly text: string }
  | { readonly kind: "quote"; readonly text: string }
  | UntaggedParagraph;

/** A paragraph that may turn out to be a heading once the size of most letters of the document is known. */
export interface UntaggedParagraph {
  readonly kind: "paragraph";
  readonly text: string;
  /** The size of its letters in points; 0 for a paragraph that the file tags as such. */
  readonly size: number;
  readonly isBold: boolean;
}
