import { createReadStream, createWriteStream, existsSync } from "node:fs";
import { rename } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createZstdDecompress } from "node:zlib";
import { lifeline } from "./lifeline.ts";
import { chromiumFolder } from "./place.ts";

let unpacking: Promise<string> | undefined;

const unpack = async (packed: string, binary: string): Promise<string> => {
  const next = `${binary}.next`;
  const out = createWriteStream(next, { mode: 0o700 });
  await pipeline(createReadStream(packed, { highWaterMark: 1024 * 1024 }), createZstdDecompress(), out);
  await rename(next, binary);
  return binary;
};

/**
 * The file of Chromium's binary. A layer holds it compressed, since unpacked it would leave no room for fonts: then it is
 * unpacked into a folder of this process's own. Throws an Error of one line where there is none.
 */
export const chromiumBinary = async (): Promise<string> => {
  const plain = join(chromiumFolder, "chromium");
  if (existsSync(plain)) return plain;
  const packed = `${plain}.zst`;
  if (!existsSync(packed)) {
    throw new Error(`Chromium is missing: there is no ${plain}. The set-up of this project puts it there.`);
  }
  const binary = join(lifeline(), "chromium");
  if (existsSync(binary)) return binary;
  unpacking ??= unpack(packed, binary).finally(() => {
    unpacking = undefined;
  });
  return unpacking;
};
