/** A document of a request: its path, the field that an error names, and its bytes, which are UTF-8. */
export interface SaxonDocument {
  readonly path: string;
  readonly field: string;
  readonly text: Uint8Array;
  /** The document with its entities and default attributes resolved, if it has a DTD: SaxonJS reads none. */
  readonly tree?: Uint8Array | undefined;
  /** Why it is not well-formed XML. */
  readonly fault?: string | undefined;
}

/** What stands in the head of a frame for a document, whose bytes follow: the text, then the tree. */
export interface DocumentHead extends Pick<SaxonDocument, "path" | "field" | "fault"> {
  readonly textLength: number;
  readonly treeLength: number;
}

/** The documents as the head and the pieces of a frame. */
export const toFrame = (documents: readonly SaxonDocument[]): { heads: DocumentHead[]; pieces: Uint8Array[] } => ({
  heads: documents.map(({ path, field, fault, text, tree }) => ({
    path,
    field,
    fault,
    textLength: text.length,
    treeLength: tree?.length ?? 0,
  })),
  pieces: documents.flatMap(({ text, tree }) => (tree === undefined ? [text] : [text, tree])),
});

/** The documents of a frame, whose bytes begin at `at`. */
export const fromFrame = (heads: readonly DocumentHead[], body: Uint8Array, at: number): SaxonDocument[] => {
  let begin = at;
  return heads.map(({ path, field, fault, textLength, treeLength }) => {
    const tree = begin + textLength;
    const text = body.subarray(begin, tree);
    begin = tree + treeLength;
    return { path, field, fault, text, tree: treeLength > 0 ? body.subarray(tree, begin) : undefined };
  });
};

/** The address of a document: stylesheets see it in `base-uri()`. */
export const addressOf = (path: string): string => `file:///${path.split("/").map(encodeURIComponent).join("/")}`;
