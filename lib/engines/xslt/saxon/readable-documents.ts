import SaxonJS from "saxonjs-he";
import { normalPath } from "../documents.ts";
import type { SaxonDocument } from "./documents.ts";

type ErrorClass = new (message: string, code: string) => Error;

/** The class of SaxonJS's errors, which it does not export. It treats an error of another class as the answer to a request. */
const findErrorClass = (): ErrorClass => {
  try {
    SaxonJS.internals.getPlatform().parseXmlFromString("<");
  } catch (error) {
    if (error instanceof Error) return error.constructor as ErrorClass;
  }
  throw new Error("SaxonJS has no class of errors.");
};

const XError = findErrorClass();

const pathAt = (address: string): string | undefined => {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url?.protocol !== "file:" || url.host !== "") return undefined;
  try {
    return normalPath(decodeURIComponent(url.pathname));
  } catch {
    return undefined;
  }
};

const NOTHING_OUTSIDE = "a stylesheet reads nothing outside of the request";
const noneNamed = (path: string): string =>
  `a stylesheet reads only parts of files, and none is named "${path.slice(0, 200)}"`;

/** The documents that a transformation may read, by their addresses. */
export class ReadableDocuments {
  readonly #documents: ReadonlyMap<string, SaxonDocument>;
  #lastRead: SaxonDocument | undefined;
  /** What was reported of each document that could not be read. */
  readonly refusals = new Set<string>();

  constructor(documents: readonly SaxonDocument[]) {
    this.#documents = new Map(documents.map((document) => [document.path, document]));
  }

  get all(): Iterable<SaxonDocument> {
    return this.#documents.values();
  }

  /** The document with a path, or the only one whose path ends in it. */
  named(path: string): SaxonDocument | undefined {
    const exact = this.#documents.get(path);
    if (exact !== undefined || path === "") return exact;
    const [found, ...others] = [...this.#documents.values()].filter((document) => document.path.endsWith(`/${path}`));
    return others.length === 0 ? found : undefined;
  }

  /** The bytes at an address. Throws an error with the code of XPath if there are none. */
  read(address: string): Uint8Array {
    const path = pathAt(address);
    const document = path === undefined ? undefined : this.#documents.get(path);
    this.#lastRead = document;
    if (document !== undefined) return document.text;
    return this.#refuse(path === undefined ? NOTHING_OUTSIDE : noneNamed(path));
  }

  /**
   * What is parsed for the text of a document: the document with its entities, if it has a DTD. Throws an error with the code of
   * XPath if it is not well-formed.
   */
  toParse(text: string): string {
    const last = this.#lastRead;
    if (last === undefined || (last.fault ?? last.tree) === undefined) return text;
    if (Buffer.from(last.text).toString() !== text) return text;
    return last.fault === undefined ? Buffer.from(last.tree ?? []).toString() : this.#refuse(last.fault);
  }

  #refuse(why: string): never {
    this.refusals.add(why);
    throw new XError(why, "FODC0002");
  }
}
