import type { Warning } from "../../output/warnings.ts";
import { prepareOutput } from "../invalidated-parts.ts";
import { openWithBudget } from "../read/open.ts";
import { writePdf } from "../write/write.ts";

/** A file that opens without a password, and warnings about what it lacks of the one that it was made from. */
interface OpenFile {
  readonly bytes: Uint8Array;
  readonly warnings: readonly Warning[];
}

/** A copy of a file without the password that it needs; the file itself if it needs none. Throws the errors of opening it. */
export const withoutPassword = (bytes: Uint8Array, password: string | undefined): OpenFile => {
  if (password === undefined) return { bytes, warnings: [] };
  const { document, budget } = openWithBudget(bytes, undefined, password);
  if (document.protection !== "password") return { bytes, warnings: [] };
  const output = prepareOutput(document, budget, { keepsPages: true });
  return { bytes: Buffer.concat(writePdf(output).pieces), warnings: output.warnings };
};
