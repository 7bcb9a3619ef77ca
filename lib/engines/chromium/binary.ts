import { existsSync } from "node:fs";
import { join } from "node:path";
import { unpack } from "../packed.ts";
import { chromiumFolder } from "./installation.ts";
import { startReaper } from "./reaper.ts";

let unpacking: Promise<void> | undefined;

/**
 * The path of Chromium's binary. On Lambda a layer holds the binary packed, because an unpacked one leaves no room for
 * fonts; then it is unpacked into a folder of this process. Throws an Error of one line where there is no binary.
 */
export const chromiumBinary = async (): Promise<string> => {
  const unpacked = join(chromiumFolder, "chromium");
  if (existsSync(unpacked)) return unpacked;
  const packed = join(chromiumFolder, "packed");
  if (!existsSync(packed)) {
    throw new Error(`Chromium is missing: ${unpacked} does not exist. The set-up of this project creates it.`);
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
