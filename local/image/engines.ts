import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fillFontCache } from "../../layers/chromium/font-cache.ts";
import { chromiumNotices } from "../../layers/chromium/notices.ts";
import { unpackChromium } from "../../layers/chromium/unpack.ts";
import { installFonts } from "../../layers/fonts/install.ts";
import { buildLibreOffice } from "../../layers/libreoffice/build.ts";
import { NOTICES_FILE } from "../../layers/notices/notices.ts";
import { chromiumFolder } from "../../lib/engines/chromium/installation.ts";
import { printMessage, reasonOf } from "../messages.ts";
import { packageNotices } from "./package-notices.ts";

// Prepares the engines and fonts of a container image. Unlike the start on a developer's machine, it fails if anything is missing.
try {
  await Promise.all([unpackChromium(printMessage), installFonts(printMessage), buildLibreOffice(printMessage)]);
  await fillFontCache();
  await writeFile(join(chromiumFolder, NOTICES_FILE), await chromiumNotices(printMessage));
  const project = join(import.meta.dirname, "../..");
  await writeFile(join(project, "node_modules", NOTICES_FILE), await packageNotices(project, printMessage));
} catch (error) {
  printMessage(reasonOf(error));
  process.exit(1);
}
