import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { nativeParts } from "../notices/native.ts";
import { noticesOf } from "../notices/notices.ts";
import { npmPart } from "../notices/npm.ts";

const NAME = "@sparticuz/chromium";
const packageFolder = join(dirname(fileURLToPath(import.meta.resolve(NAME))), "..");

/**
 * The notices of Chromium: of the package that it comes in, and of Chromium and its libraries as Debian states their licences.
 * Debian's statement is about the version that Debian has now. It is fetched with 3 MB of packages.
 */
export const chromiumNotices = async (log?: (line: string) => void): Promise<string> =>
  noticesOf("Chromium", [await npmPart(packageFolder), ...(await nativeParts([NAME], log))]);
