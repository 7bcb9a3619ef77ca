import { extname } from "node:path";
import { ServiceError } from "../../errors/service-error.ts";
import { answerFromMemory, OWN_ORIGIN, type OwnFiles } from "../../net/own-origin.ts";
import type { PageSetup } from "../page-setup.ts";
import type { Browser } from "./browser.ts";
import { type DocumentSource, preventNavigation, type TextDocument } from "./open.ts";
import { evaluate, isNavigationError, openWorld, type Readiness, waitUntilReady } from "./ready.ts";

/** A file that belongs to a document, which reaches it by its name as a relative address. */
export interface Asset {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** The media types that Chromium asks for; it recognises pictures and fonts by their bytes. */
const TYPES: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".htm": "text/html; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".mjs": "text/javascript; charset=utf-8",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".wasm": "application/wasm",
  ".xml": "application/xml",
};

const typeOf = (name: string): string => TYPES[extname(name).toLowerCase()] ?? "application/octet-stream";

const filesOf = ({ html, isXml }: TextDocument, assets: readonly Asset[]): OwnFiles =>
  new Map([
    ...assets.map(({ name, bytes }) => [name, { type: typeOf(name), bytes }] as const),
    ["", { type: `${isXml ? "application/xhtml+xml" : "text/html"}; charset=utf-8`, bytes: Buffer.from(html) }],
  ]);

/** Whether Chromium has put an error of its XML parser into the page, instead of all that follows. */
const HAS_XML_ERROR = 'document.getElementsByTagNameNS("http://www.w3.org/1999/xhtml", "parsererror").length > 0';

const malformedXhtml = (): ServiceError =>
  new ServiceError("INVALID_REQUEST", "file is not well-formed XML. With the name .html it is read as HTML.", {
    reason: "document-damaged",
  });

/**
 * Loads a document with its assets from memory and waits until it is ready to be printed. Throws PROCESSING_FAILED for a
 * document that navigates away, and INVALID_REQUEST for XHTML that is not well-formed.
 */
const openWithAssets = async (
  browser: Browser,
  text: TextDocument,
  assets: readonly Asset[],
  setup: PageSetup,
): Promise<Readiness> => {
  const { session, frameId, guard } = browser;
  const files = filesOf(text, assets);
  guard.serve((request, response) => answerFromMemory(files, guard.traffic, request, response));
  const address = `${OWN_ORIGIN}/`;
  const isLost = preventNavigation(browser, address);
  try {
    await session.send("Page.navigate", { url: address });
    const world = await openWorld(session, frameId);
    const readiness = await waitUntilReady(browser, world, setup, { isActive: true });
    if (text.isXml && (await evaluate(session, world, HAS_XML_ERROR))) throw malformedXhtml();
    if (text.lastScript !== undefined) await evaluate(session, world, text.lastScript);
    if (!isLost()) return readiness;
  } catch (error) {
    if (!isNavigationError(error)) throw error;
  }
  throw new ServiceError("PROCESSING_FAILED", "The document navigates to another page.", { reason: "page-navigates" });
};

/**
 * A document with the files that it reaches by their names; none of them comes from the network. XHTML is loaded in this way even
 * without files, because text that is set is read as HTML.
 */
export const documentWithAssets = (text: TextDocument, assets: readonly Asset[] = []): DocumentSource =>
  assets.length > 0 || text.isXml
    ? {
        html: text.html,
        isPiece: text.isPiece,
        isConfined: text.isConfined,
        hasLostCharacters: text.hasLostCharacters,
        load: (browser, setup) => openWithAssets(browser, text, assets, setup),
      }
    : text;
