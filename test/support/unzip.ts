import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { inflateRawSync } from "node:zlib";

const DIRECTORY_SIGNATURE = Buffer.from("PK\x01\x02", "latin1");
const END_SIGNATURE = Buffer.from("PK\x05\x06", "latin1");

/** Unpacks a ZIP file of this project into a folder (APPNOTE.TXT, 4.3). */
export const unzip = (path: string, folder: string): void => {
  const zip = readFileSync(path);
  const end = zip.lastIndexOf(END_SIGNATURE);
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    if (!zip.subarray(at, at + 4).equals(DIRECTORY_SIGNATURE)) throw new Error(`${path} is damaged`);
    const [method, size, local] = [zip.readUInt16LE(at + 10), zip.readUInt32LE(at + 20), zip.readUInt32LE(at + 42)];
    const [name, extra, comment] = [28, 30, 32].map((offset) => zip.readUInt16LE(at + offset)) as [
      number,
      number,
      number,
    ];
    const target = join(folder, zip.toString("utf8", at + 46, at + 46 + name));
    const data = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const packed = zip.subarray(data, data + size);
    mkdirSync(dirname(target), { recursive: true });
    // The high half of the external attributes is the mode in Unix.
    const mode = (zip.readUInt32LE(at + 38) >>> 16) & 0o777 || 0o644;
    if (!target.endsWith("/")) writeFileSync(target, method === 0 ? packed : inflateRawSync(packed), { mode });
    at += 46 + name + extra + comment;
  }
};
