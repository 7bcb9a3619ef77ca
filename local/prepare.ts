import { unpackChromium } from "../layers/chromium/unpack.ts";
import { installFonts } from "../layers/fonts/install.ts";
import { buildLibreOffice } from "../layers/libreoffice/build.ts";
import { reasonOf, tell } from "./tell.ts";

/**
 * Sets up what the engines need on this machine; later runs find it there. Rejects if Chromium cannot be set up. Without
 * fonts or LibreOffice the service runs with losses, and a line on stderr says so.
 */
export const prepare = async (): Promise<void> => {
  const fonts = installFonts(tell).catch((error) => {
    tell(`the fonts are missing, so scripts other than Latin print as nothing: ${reasonOf(error)}`);
  });
  const office = buildLibreOffice(tell).catch((error) => {
    tell(`LibreOffice is missing, so Word and Excel lose headers, footers, charts and formatting: ${reasonOf(error)}`);
  });
  await Promise.all([unpackChromium(tell), fonts, office]);
};
