import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { debianTree } from "../../layers/debian/tree.ts";
import { lockFolder } from "../../local/store/lock.ts";

const FOLDER = ".cache/test";
const LOCK_INTERVAL_MS = 100;

/** Does work that only one test file does at a time, because apt has one lock for all. */
const alone = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  mkdirSync(FOLDER, { recursive: true });
  let unlock = lockFolder(FOLDER);
  for (; unlock === undefined; unlock = lockFolder(FOLDER)) await sleep(LOCK_INTERVAL_MS);
  try {
    return await work();
  } finally {
    unlock();
  }
};

/** A package of Debian that is unpacked with its libraries: its folder, and the words that start one of its programs. */
export const debianPackage = async (name: string) => {
  const folder = join(FOLDER, name);
  await alone(() => debianTree({ release: "bookworm", packages: [name], folder }));
  const [cpu, loader] =
    process.arch === "arm64" ? ["aarch64", "ld-linux-aarch64.so.1"] : ["x86_64", "ld-linux-x86-64.so.2"];
  const libraries = [`lib/${cpu}-linux-gnu`, `usr/lib/${cpu}-linux-gnu`].map((path) => resolve(folder, path));
  const start = `${join(libraries[0]!, loader)} --library-path ${libraries.join(":")}`;
  return { folder, commandOf: (program: string) => `${start} ${resolve(folder, "usr/bin", program)}` };
};
