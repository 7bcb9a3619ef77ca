import { isUtf8 } from "node:buffer";
import { ServiceError } from "../../errors/service-error.ts";
import { scanJson } from "./scan.ts";

/** The value of a JSON body. Throws INVALID_REQUEST for other bytes, and for JSON that holds more than documents. */
export const parseJson = (bytes: Uint8Array): unknown => {
  scanJson(bytes);
  try {
    if (isUtf8(bytes)) return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    // Refused below, as is a body that is not UTF-8.
  }
  throw new ServiceError("INVALID_REQUEST", "The body is not valid JSON.");
};
