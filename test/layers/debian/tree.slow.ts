import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { debianTree, type TreeOptions } from "../../../layers/debian/tree.ts";
import { unavailable } from "../../support/debian.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const folder = temporaryFolder("debian");

test("a package of the requested release is unpacked, and used again the next time", async (context) => {
  const lines: string[] = [];
  const wish: TreeOptions = {
    release: "trixie",
    packages: ["hello"],
    dependencies: false,
    folder: join(folder, "tree"),
    log: (line) => lines.push(line),
  };
  const tree = await debianTree(wish).catch(unavailable);
  if (typeof tree === "string") return context.skip(tree);
  assert.match(String(tree.versions["hello"]), /^2\.10-/);
  assert.match(Object.values(tree.files).join(), /^[0-9a-f]{64}$/);
  assert.match(String(tree.licences["hello"]), /GPL/);
  assert.equal((await readFile(join(folder, "tree/usr/bin/hello"))).toString("latin1", 1, 4), "ELF");
  assert.ok(lines.some((line) => line.includes("trixie")));
  await assert.rejects(readFile(join(folder, "tree.apt/etc/apt/sources.list")), { code: "ENOENT" });

  lines.length = 0;
  assert.deepEqual(await debianTree(wish), tree);
  assert.deepEqual(lines, []);
});

test("an unknown package is reported in one line, and no tree is left", async (context) => {
  const wish = { release: "trixie", packages: ["no-such-package"], dependencies: false, folder: join(folder, "none") };
  const message = await debianTree(wish).then(String, (error: Error) => error.message);
  if (!message.includes("no-such-package")) return context.skip(unavailable(new Error(message)));
  assert.equal(message, "apt-get ended with 100: E: Unable to locate package no-such-package");
  await assert.rejects(readFile(join(folder, "none/debian.json")), { code: "ENOENT" });
});
