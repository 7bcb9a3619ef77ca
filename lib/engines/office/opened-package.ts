import { isCompoundFile } from "../../office-kinds/compound-file.ts";
import { PASSWORD_REMOVED } from "../../office-kinds/decrypt.ts";
import type { ExpectedKind } from "../../ooxml/check.ts";
import type { Output } from "../../output/output.ts";
import { runOfficeJob } from "./jobs/threads.ts";

/** A package that may be encrypted, with its password if one was given. */
interface LockedPackage {
  readonly bytes: Uint8Array;
  readonly password?: string | undefined;
}

/**
 * Prints a package of a kind, which is decrypted first if it is encrypted. Throws INVALID_REQUEST if its password is missing or
 * wrong, and UNSUPPORTED_MEDIA_TYPE if something else was encrypted.
 */
export const printOpened = async (
  { bytes, password }: LockedPackage,
  wanted: ExpectedKind,
  signal: AbortSignal,
  print: (bytes: Uint8Array) => Promise<Output>,
): Promise<Output> => {
  signal.throwIfAborted();
  if (!isCompoundFile(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length))) return print(bytes);
  const opened = await runOfficeJob("decrypt", { bytes, password, wanted }, signal, { movesBytes: true });
  const printed = await print(opened);
  return { ...printed, warnings: [...printed.warnings, PASSWORD_REMOVED] };
};
