import type { Chance } from "./chance.ts";
import { byJsPdf } from "./jspdf.ts";
import { byOperators } from "./operators.ts";
import { byPdfLib } from "./pdf-lib.ts";
import { byPdfKit } from "./pdfkit.ts";
import { byPdfMake } from "./pdfmake.ts";

/** Functions that write a random PDF with different programs, by program. */
export const MAKERS: Record<string, (chance: Chance) => Promise<Buffer>> = {
  pdfkit: byPdfKit,
  "pdf-lib": byPdfLib,
  jspdf: byJsPdf,
  pdfmake: byPdfMake,
  operators: byOperators,
};
