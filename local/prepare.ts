import { fillFontCache } from "../layers/chromium/font-cache.ts";
import { unpackChromium } from "../layers/chromium/unpack.ts";
import { installFonts } from "../layers/fonts/install.ts";
import { buildLibreOffice } from "../layers/libreoffice/build.ts";
import { printMessage, reasonOf } from "./messages.ts";

/**
 * Sets up what the engines need on this machine; later runs find it there. Rejects if Chromium cannot be set up. Without
 * fonts or LibreOffice the service runs with losses, and a line on stderr says so.
 */
export const prepare = async (): Promise<void> => {
  const fonts = installFonts(printMessage).catch((error) => {
    printMessage(`the fonts are missing, so text in scripts other than Latin is not printed: ${reasonOf(error)}`);
  });
  const office = buildLibreOffice(printMessage).catch((error) => {
    printMessage(
      `LibreOffice is missing, so Word and Excel lose headers, footers, charts and formatting: ${reasonOf(error)}`,
    );
  });
  await Promise.all([unpackChromium(printMessage), fonts, office]);
  await fillFontCache().catch((error) => {
    printMessage(`the cache of the fonts cannot be written, so browsers start more slowly: ${reasonOf(error)}`);
  });
};
