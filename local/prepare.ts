import { unpackChromium } from "../layers/chromium/unpack.ts";
import { installFonts } from "../layers/fonts/install.ts";
import { buildLibreOffice } from "../layers/libreoffice/build.ts";
import { reasonOf, tell } from "./tell.ts";

/**
 * Makes what the engines need on this machine, once: later runs find it made. Rejects where the service could not run
 * without; what it can run without is told in one line.
 */
export const prepare = async (): Promise<void> => {
  const fonts = installFonts(tell).catch((error) => {
    tell(`the fonts are missing, so other scripts than Latin print as nothing: ${reasonOf(error)}`);
  });
  const office = buildLibreOffice(tell).catch((error) => {
    tell(`no LibreOffice, so Word and Excel lose headers, footers, charts and looks: ${reasonOf(error)}`);
  });
  await Promise.all([unpackChromium(tell), fonts, office]);
};
