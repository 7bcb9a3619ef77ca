import { ServiceError } from "../../../errors/service-error.ts";
import { readSignedData } from "./signed-data.ts";

export const encryptedError = (how: string): ServiceError =>
  new ServiceError("INVALID_REQUEST", `file is encrypted with ${how}, and this service accepts no keys.`, {
    reason: "document-encrypted",
  });

/**
 * Opens an S/MIME part. An encrypted or damaged part is an attachment like any other, unless it is the whole file: then the file
 * is refused.
 */
export const openSmime = (bytes: Uint8Array, isWholeFile: boolean): ReturnType<typeof readSignedData> => {
  try {
    const part = readSignedData(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length));
    if (part.kind === "encrypted" && isWholeFile) throw encryptedError("S/MIME");
    return part;
  } catch (error) {
    if (isWholeFile || !(error instanceof ServiceError || error instanceof RangeError)) throw error;
    return { kind: "other" };
  }
};
