import type { IncomingMessage, ServerResponse } from "node:http";
import type { Traffic } from "./egress.ts";

/** The origin of a document that is served from memory. Its name never resolves (RFC 2606, section 2). */
export const OWN_ORIGIN = "http://document.invalid";

interface OwnFile {
  /** Its media type, with the charset. */
  readonly type: string;
  readonly bytes: Uint8Array;
}

/** Files by their paths below the own origin, without the slash and decoded; the document has the empty path. */
export type OwnFiles = ReadonlyMap<string, OwnFile>;

const pathOf = ({ pathname }: URL): string | undefined => {
  try {
    return decodeURIComponent(pathname.slice(1));
  } catch {
    return undefined;
  }
};

/** Answers a request to the own origin; returns whether the request was one. */
export const answerFromMemory = (
  files: OwnFiles,
  traffic: Traffic,
  { url: target = "", method }: IncomingMessage,
  response: ServerResponse,
): boolean => {
  const url = URL.canParse(target) ? new URL(target) : undefined;
  if (url?.origin !== OWN_ORIGIN) return false;
  traffic.asked++;
  const file = files.get(pathOf(url) ?? "\0");
  response.on("error", () => {});
  if (method !== "GET" && method !== "HEAD") response.writeHead(405).end();
  else if (file === undefined) response.writeHead(404).end();
  else {
    const headers = { "content-type": file.type, "content-length": file.bytes.length, "cache-control": "no-store" };
    response.writeHead(200, headers).end(method === "GET" ? file.bytes : undefined);
  }
  return true;
};
