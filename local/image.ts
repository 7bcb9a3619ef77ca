import { unpackChromium } from "../layers/chromium/unpack.ts";
import { installFonts } from "../layers/fonts/install.ts";
import { buildLibreOffice } from "../layers/libreoffice/build.ts";
import { reasonOf, tell } from "./tell.ts";

// Makes what an image of the service holds. Unlike a start on a developer's machine it does without nothing.
try {
  await Promise.all([unpackChromium(tell), installFonts(tell), buildLibreOffice(tell)]);
} catch (error) {
  tell(reasonOf(error));
  process.exit(1);
}
