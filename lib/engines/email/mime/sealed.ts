import { ServiceError } from "../../../errors/service-error.ts";
import { readSignedData } from "./signed-data.ts";

/** The refusal of a file that is encrypted as a whole. */
export const encrypted = (how: string): ServiceError =>
  new ServiceError("INVALID_REQUEST", `file is encrypted with ${how}; its key is not taken.`, {
    reason: "document-encrypted",
  });

/**
 * What an S/MIME part holds. One that is encrypted or damaged is a file as others are, unless it is the whole file: then it is
 * refused.
 */
export const openSealed = (bytes: Uint8Array, isWholeFile: boolean): ReturnType<typeof readSignedData> => {
  try {
    const sealed = readSignedData(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length));
    if (sealed.kind === "encrypted" && isWholeFile) throw encrypted("S/MIME");
    return sealed;
  } catch (error) {
    if (isWholeFile || !(error instanceof ServiceError || error instanceof RangeError)) throw error;
    return { kind: "other" };
  }
};
