import type { SaxonNode } from "saxonjs-he";
import { normalPath } from "../documents.ts";

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

const pathAt = (address: string): string | undefined => {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url?.protocol !== "file:" || url.host !== "") return undefined;
  try {
    return normalPath(decodeURIComponent(url.pathname));
  } catch {
    return undefined;
  }
};

/** Thrown for an address at which the request has no document; SaxonJS tells it, or catches it for `doc-available()`. */
class Unavailable extends Error {
  readonly code = "FODC0002";
}

/** The documents that a transformation may read, by their addresses. */
export class ReadableDocuments {
  readonly #documents: ReadonlyMap<string, SaxonDocument>;
  #lastRead: SaxonDocument | undefined;
  /** Why the last document that was asked for cannot be read. */
  lastRefusal: string | undefined;

  constructor(documents: readonly SaxonDocument[]) {
    this.#documents = new Map(documents.map((document) => [document.path, document]));
  }

  /** The document with a path, or with the last part of one. */
  named(path: string): SaxonDocument | undefined {
    return (
      this.#documents.get(path) ?? [...this.#documents.values()].find((document) => document.path.endsWith(`/${path}`))
    );
  }

  /** The bytes at an address. Throws an error with the code of XPath if there are none. */
  read(address: string): Uint8Array {
    const path = pathAt(address);
    const document = path === undefined ? undefined : this.#documents.get(path);
    this.#lastRead = document;
    if (document !== undefined) return document.text;
    return this.#refuse(
      path === undefined
        ? "a stylesheet reads nothing outside of the request"
        : `a stylesheet reads only parts of files, and none is named "${path.slice(0, 200)}"`,
    );
  }

  /** Throws an error with the code of XPath if the text is that of a document which is not well-formed. */
  assertWellFormed(text: string): void {
    const last = this.#lastRead;
    if (last?.fault !== undefined && Buffer.from(last.text).toString() === text) this.#refuse(last.fault);
  }

  #refuse(why: string): never {
    this.lastRefusal = why;
    throw new Unavailable(why);
  }

  /** The trees of documents with a DTD, by their addresses. */
  trees(parse: (text: string, address: string) => SaxonNode): Record<string, SaxonNode> {
    const withDtd = [...this.#documents.values()].filter(({ tree }) => tree !== undefined);
    return Object.fromEntries(
      withDtd.map(({ path, tree }) => [addressOf(path), parse(Buffer.from(tree ?? []).toString(), addressOf(path))]),
    );
  }
}
