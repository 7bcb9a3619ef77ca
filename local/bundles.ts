import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, fstatSync, openSync, readSync } from "node:fs";

const MEASURE_IMPORT_SCRIPT = `
  const before = process.cpuUsage();
  await import(process.argv[1]);
  const { user, system } = process.cpuUsage(before);
  console.log((user + system) / 1000);
  process.exit();`;

/** Milliseconds of CPU time that a new process takes to import a bundle. */
export const importTime = async (bundle: string): Promise<number> => {
  const child = spawn(process.execPath, ["--input-type=module", "-e", MEASURE_IMPORT_SCRIPT, bundle], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { PLATEN_TABLE: "none" },
  });
  let printed = "";
  child.stdout.on("data", (chunk) => {
    printed += chunk;
  });
  const [code] = await once(child, "close");
  if (code !== 0) throw new Error(`${bundle} cannot be imported`);
  return Number(printed);
};

/** The total size of the files in a ZIP archive in bytes, from its central directory (PKWARE's APPNOTE 6.3, 4.3.12). */
export const unzippedSize = (path: string): number => {
  const file = openSync(path, "r");
  try {
    const { size } = fstatSync(file);
    const tail = Buffer.alloc(Math.min(size, 66_000));
    readSync(file, tail, 0, tail.length, size - tail.length);
    const end = tail.lastIndexOf("PK\x05\x06", undefined, "latin1");
    const directory = Buffer.alloc(tail.readUInt32LE(end + 12));
    readSync(file, directory, 0, directory.length, tail.readUInt32LE(end + 16));
    let sum = 0;
    for (let at = 0; at < directory.length; ) {
      sum += directory.readUInt32LE(at + 24);
      at += 46 + [28, 30, 32].reduce((length, offset) => length + directory.readUInt16LE(at + offset), 0);
    }
    return sum;
  } finally {
    closeSync(file);
  }
};
