import { described, type FileKind, optional, textPart } from "../contract/contract.ts";
import { runOfficeJob } from "../engines/office/jobs/threads.ts";
import { ServiceError } from "../errors/service-error.ts";
import type { ExpectedKind } from "../ooxml/check.ts";
import { DOCX, PPTX, XLSX } from "../ooxml/expected-kinds.ts";
import { Limit } from "../turns/limit.ts";
import { passwordText } from "./pdf-file.ts";

/** The time after which a check is stopped, on a machine so busy that it has not used its processor time. */
const CHECK_TIMEOUT_MS = 20_000;

/** Checks at the same time: each unpacks the parts of its document. */
const checks = new Limit({ atOnce: 4, ofAccount: 3 });

/**
 * Checks a document in a thread. Throws UNSUPPORTED_MEDIA_TYPE, with the reason, for bytes that are not of the expected kind,
 * and PROCESSING_FAILED if the check takes too much time or memory.
 */
const checkOffice = async (bytes: Buffer, wanted?: ExpectedKind): Promise<void> => {
  await checks.run(new AbortController().signal, async () => {
    const timeout = AbortSignal.timeout(CHECK_TIMEOUT_MS);
    try {
      await (wanted === undefined
        ? runOfficeJob("checkAnyKind", { bytes }, timeout)
        : runOfficeJob("check", { bytes, wanted }, timeout));
    } catch (error) {
      if (error !== timeout.reason) throw error;
      throw new ServiceError("PROCESSING_FAILED", "The document was not read in time.", {
        reason: "out-of-time",
        cause: error,
      });
    }
  });
};

const packageFile = (name: string, wanted: ExpectedKind): FileKind => ({
  name,
  check: (bytes) => checkOffice(bytes, wanted),
});

/** A Word document without macros. */
export const docxFile = packageFile("Word (.docx)", DOCX);

/** An Excel workbook without macros. */
export const xlsxFile = packageFile("Excel (.xlsx)", XLSX);

/** A PowerPoint presentation without macros. */
export const pptxFile = packageFile("PowerPoint (.pptx)", PPTX);

/** An Office file of any kind, by its content. Whether a password opens it is found out later. */
export const anyOfficeFile: FileKind = { name: "an Office document", check: (bytes) => checkOffice(bytes) };

/** The part with the password of an Office file. */
export const officePassword = optional(
  described(textPart(passwordText), { description: "The password that opens the file, if it is encrypted." }),
);
