import { existsSync } from "node:fs";
import { join } from "node:path";
import { fillFontCache } from "../layers/chromium/font-cache.ts";
import { unpackChromium } from "../layers/chromium/unpack.ts";
import { installFonts } from "../layers/fonts/install.ts";
import { buildLibreOffice } from "../layers/libreoffice/build.ts";
import { config } from "../lib/config.ts";
import { printMessage, reasonOf } from "./messages.ts";

/** Throws if the operator has named a folder for an engine that is not in it. */
const assertChosenEngines = (): void => {
  for (const [setting, folder, file] of [
    ["PLATEN_CHROMIUM", config.chromium, "chromium"],
    ["PLATEN_LIBREOFFICE", config.libreoffice, "tree.json"],
  ] as const)
    if (folder !== undefined && !existsSync(join(folder, file)))
      throw new Error(`${setting} names a folder without the engine: ${join(folder, file)} does not exist`);
};

const tellOfFontCache = (error: unknown): void =>
  printMessage(`the cache of the fonts cannot be written, so browsers start more slowly: ${reasonOf(error)}`);

/**
 * Sets up what the engines need on this machine; later runs find it there. Rejects if Chromium cannot be set up. Without
 * fonts or LibreOffice the service runs with losses, and a line on stderr says so.
 */
export const prepare = async (): Promise<void> => {
  assertChosenEngines();
  const fonts = installFonts(printMessage).catch((error) => {
    printMessage(`the fonts are missing, so text in scripts other than Latin is not printed: ${reasonOf(error)}`);
  });
  const office = buildLibreOffice(printMessage).catch((error) => {
    printMessage(
      `LibreOffice is missing, so Word and Excel lose headers, footers, charts and formatting: ${reasonOf(error)}`,
    );
  });
  const browser = Promise.all([unpackChromium(printMessage), fonts]).then(() => fillFontCache().catch(tellOfFontCache));
  // LibreOffice takes longest.
  await Promise.all([browser, office]);
};
