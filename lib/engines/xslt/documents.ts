import { posix } from "node:path";
import { OWN_ORIGIN } from "../../net/own-origin.ts";
import { decodeXml, namesDtd, stylesheetAddress, stylesheetVersion } from "./decode.ts";

/** A file that stylesheets and documents reach by its path, which is its file name: `common/tables.xsl`. */
export interface NamedFile {
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** The folders, such as `html/`, from which the relative addresses in the XML and in the stylesheet start. */
export interface Folders {
  readonly xml: string;
  readonly xslt: string;
}

/** The numbers of the documents, in the order of `layers/xslt/problems.h`. */
const OUTSIDE = -1;
const NO_SOURCE = 0;
const XML = 1;
const XSLT = 2;
const FIRST_FILE = 3;

const fileField = (at: number): string => `files.${at}`;

/** The field of a document with this number. */
export const fieldOf = (source: number): string | undefined =>
  source >= FIRST_FILE ? fileField(source - FIRST_FILE) : [undefined, "xml", "xslt"][source];

const ABSOLUTE = /^(?:[a-z][a-z\d+.-]*:|[/\\])/i;

/** The path that a relative address names, decoded; undefined if it names none, null if it leads elsewhere. */
const pathAt = (address: string): string | null | undefined => {
  const base = `${OWN_ORIGIN}/`;
  const url = !ABSOLUTE.test(address) && URL.canParse(address, base) ? new URL(address, base) : undefined;
  if (url?.origin !== OWN_ORIGIN) return null;
  // libxslt takes the fragment off the addresses of document(); of a stylesheet it reads only the whole.
  if (url.hash !== "") return undefined;
  try {
    return decodeURIComponent(url.pathname.slice(1));
  } catch {
    return undefined;
  }
};

/** A path without `.`, `..` and a slash at its start; that of a file which Windows names with its drive is its last part. */
export const normalPath = (path: string): string =>
  posix
    .normalize(`/${path.includes("\\") ? path.slice(path.lastIndexOf("\\") + 1) : path}`)
    .slice(1)
    .toWellFormed();

/** The folder of a path, with a slash at its end; of a path without folders it is empty. */
export const folderOf = (path: string): string => {
  const normal = normalPath(path);
  return normal.slice(0, normal.lastIndexOf("/") + 1);
};

const encodePath = (path: string): string => path.split("/").map(encodeURIComponent).join("/");
const addressIn = (folder: string, name: string): string => encodePath(folder + name);

/** What the module may read: the XML, the stylesheet and the files. Files are decoded when they are asked for. */
export class RequestDocuments {
  readonly xml: { readonly address: string; readonly text: Uint8Array };
  readonly xslt: { readonly address: string; readonly text: Uint8Array } | undefined;
  readonly #files: readonly NamedFile[];
  readonly #texts: (Uint8Array | undefined)[];
  /** The places of the files in their list, by their paths. */
  readonly #places: ReadonlyMap<string, number>;

  constructor(
    xml: Uint8Array,
    xslt: Uint8Array | undefined,
    files: readonly NamedFile[] = [],
    folders: Folders = { xml: "", xslt: "" },
  ) {
    this.xml = { address: addressIn(folders.xml, "xml"), text: xml };
    this.xslt = xslt && { address: addressIn(folders.xslt, "xslt"), text: xslt };
    this.#files = files;
    this.#texts = [undefined, xml, xslt];
    this.#places = new Map(files.map(({ path }, at) => [path, at]));
  }

  /** The number of the document that an address names. Throws INVALID_REQUEST if it is a file that cannot be decoded. */
  find(address: string): number {
    if (address === this.xml.address) return XML;
    if (address === this.xslt?.address) return XSLT;
    const path = pathAt(address);
    if (path === null) return OUTSIDE;
    const place = path === undefined ? undefined : this.#places.get(path);
    const file = place === undefined ? undefined : this.#files[place];
    if (place === undefined || file === undefined) return NO_SOURCE;
    this.#texts[FIRST_FILE + place] ??= decodeXml(fileField(place), file.bytes);
    return FIRST_FILE + place;
  }

  /** The parts that are read whatever names them: the XML, and the stylesheet if it is one. */
  get main(): readonly { readonly path: string; readonly field: string; readonly text: Uint8Array }[] {
    const { xml, xslt } = this;
    const main = [{ field: "xml", ...xml }, ...(xslt === undefined ? [] : [{ field: "xslt", ...xslt }])];
    return main.map(({ field, address, text }) => ({ path: decodeURIComponent(address), field, text }));
  }

  /** The files, each with the field that an error names. They are as they were sent. */
  get files(): readonly (NamedFile & { readonly field: string })[] {
    return this.#files.map((file, at) => ({ ...file, field: `files.${at}` }));
  }

  /** The text of a document that was found, in UTF-8. */
  text(number: number): Uint8Array | undefined {
    return this.#texts[number];
  }

  /** Bytes of all documents. */
  get size(): number {
    const { xml, xslt } = this;
    return this.#files.reduce((sum, { bytes }) => sum + bytes.length, xml.text.length + (xslt?.text.length ?? 0));
  }

  /** The number of the stylesheet with which a transformation begins; undefined if it is embedded, or no file. */
  get #root(): number | undefined {
    if (this.xslt !== undefined) return XSLT;
    const address = stylesheetAddress(this.xml.text);
    const number = address === undefined ? NO_SOURCE : this.find(posix.join(posix.dirname(this.xml.address), address));
    return number < FIRST_FILE ? undefined : number;
  }

  /** The field and the path of the stylesheet, and the version that it asks for. */
  get stylesheet(): { readonly path: string; readonly version: string | undefined } | undefined {
    const number = this.#root;
    if (number === undefined) return undefined;
    const path = this.#files[number - FIRST_FILE]?.path ?? this.xslt?.address ?? "";
    return { path: decodeURIComponent(path), version: stylesheetVersion(this.text(number) ?? new Uint8Array()) };
  }

  /** Whether a document that was read names a DTD outside of it. */
  get isDtdNamed(): boolean {
    return this.#texts.some((text) => text !== undefined && namesDtd(text));
  }

  /** The versions that the stylesheets which were read ask for, by field. */
  get versions(): Record<string, string> {
    const versions: Record<string, string> = {};
    for (const [number, text] of this.#texts.entries()) {
      const field = fieldOf(number);
      const version = number >= XSLT && text !== undefined ? stylesheetVersion(text) : undefined;
      if (field !== undefined && version !== undefined) versions[field] = version;
    }
    return versions;
  }
}
