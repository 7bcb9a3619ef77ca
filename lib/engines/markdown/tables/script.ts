import type { PageSetup } from "../../page-setup.ts";
import { tableArea } from "./area.ts";
import { fitTables } from "./fit.js";
import { fontSizeChoice } from "./font-size-choice.js";
import { addLandscapePages } from "./landscape-pages.js";
import { longWords } from "./long-words.js";
import { tableWidths } from "./table-widths.js";
import { widthEstimate } from "./width-estimate.js";

/** The script that makes a document's tables fit its pages. It runs in the page before the document is printed. */
export const tableScript = (setup: PageSetup): string => {
  const area = tableArea(setup);
  const parts = [
    `(${widthEstimate})(${area.width})`,
    `(${tableWidths})((${longWords})())`,
    `(${fontSizeChoice})(${area.scale})`,
    `${addLandscapePages}`,
  ];
  return `(${fitTables})(${JSON.stringify(area)},${parts.join(",")})`;
};
