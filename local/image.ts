import { unpackChromium } from "../layers/chromium/unpack.ts";
import { installFonts } from "../layers/fonts/install.ts";
import { buildLibreOffice } from "../layers/libreoffice/build.ts";
import { printMessage, reasonOf } from "./messages.ts";

// Prepares everything that a container image needs. Unlike the start on a developer's machine, it fails if anything is missing.
try {
  await Promise.all([unpackChromium(printMessage), installFonts(printMessage), buildLibreOffice(printMessage)]);
} catch (error) {
  printMessage(reasonOf(error));
  process.exit(1);
}
