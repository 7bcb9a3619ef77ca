import { existsSync } from "node:fs";
import { join } from "node:path";
import { unpack } from "../packed.ts";
import { chromiumFolder } from "./installation.ts";
import { startReaper } from "./reaper.ts";

let unpacking: Promise<void> | undefined;

/**
 * The path of Chromium's binary. A layer holds it packed, because the unpacked binary leaves no room for fonts; it is
 * then unpacked into a folder of this process. Throws an Error of one line where there is no binary.
 */
export const chromiumBinary = async (): Promise<string> => {
  const unpacked = join(chromiumFolder, "chromium");
  if (existsSync(unpacked)) return unpacked;
  const packed = join(chromiumFolder, "packed");
  if (!existsSync(packed)) {
    throw new Error(`Chromium is missing: there is no ${unpacked}. The set-up of this project puts it there.`);
  }
  const folder = join(startReaper(), "binary");
  if (!existsSync(folder)) {
    unpacking ??= unpack(packed, folder).finally(() => {
      unpacking = undefined;
    });
    await unpacking;
  }
  return join(folder, "chromium");
};
