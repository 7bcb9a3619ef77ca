// The program of a thread that parses large JSON bodies.
import { ServiceError } from "../../errors/service-error.ts";
import { serveThread } from "../../workers/serve-thread.ts";
import { documentSize } from "./document-size.ts";
import { parseJson } from "./parse.ts";

/** A body, and the bytes that its documents may have. */
export interface JsonJob {
  readonly bytes: Uint8Array;
  readonly limitBytes: number;
}

serveThread(async () => ({ bytes, limitBytes }: JsonJob): unknown => {
  const value = parseJson(bytes);
  if (documentSize(value) > limitBytes) throw new ServiceError("FILE_TOO_LARGE", "The documents are too large.");
  return value;
});
