import { existsSync } from "node:fs";
import { join } from "node:path";
import { unpack } from "../packed.ts";
import { lifeline } from "./lifeline.ts";
import { chromiumFolder } from "./place.ts";

let unpacking: Promise<void> | undefined;

/**
 * The file of Chromium's binary. A layer holds it packed, since unpacked it would leave no room for fonts: then it is
 * unpacked into a folder of this process's own. Throws an Error of one line where there is none.
 */
export const chromiumBinary = async (): Promise<string> => {
  const plain = join(chromiumFolder, "chromium");
  if (existsSync(plain)) return plain;
  const packed = join(chromiumFolder, "packed");
  if (!existsSync(packed)) {
    throw new Error(`Chromium is missing: there is no ${plain}. The set-up of this project puts it there.`);
  }
  const folder = join(lifeline(), "binary");
  if (!existsSync(folder)) {
    unpacking ??= unpack(packed, folder).finally(() => {
      unpacking = undefined;
    });
    await unpacking;
  }
  return join(folder, "chromium");
};
