import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite, test } from "node:test";
import { packFolder } from "../../layers/pack.ts";
import { unpack } from "../../lib/engines/packed.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const scratch = temporaryFolder("pack");

const original = join(scratch, "original");
mkdirSync(join(original, "empty"), { recursive: true });
mkdirSync(join(original, "deep/er"), { recursive: true });
const files = {
  "deep/er/large": randomBytes(20_000_001), // of ten pieces, with a neighbour at each end
  "deep/er/small": Buffer.from("small"),
  "deep/none": Buffer.alloc(0),
  program: Buffer.from("#!/bin/sh\n"),
};
for (const [name, bytes] of Object.entries(files)) {
  writeFileSync(join(original, name), bytes, { mode: name === "program" ? 0o755 : 0o644 });
}
await packFolder(original, join(scratch, "packed"), { level: 1 });

suite("a packed folder", () => {
  test("has no file that it is packed without", async () => {
    const [packed, folder] = [join(scratch, "packed-without"), join(scratch, "unpacked-without")];
    await packFolder(original, packed, { level: 1, without: ["deep/er/small"] });
    await unpack(packed, folder);
    assert.deepEqual(
      Object.keys(files).filter((name) => !existsSync(join(folder, name))),
      ["deep/er/small"],
    );
  });

  test("is unpacked unchanged", async () => {
    const folder = join(scratch, "unpacked");
    await unpack(join(scratch, "packed"), folder);
    assert.deepEqual(
      readdirSync(folder, { recursive: true }).sort(),
      readdirSync(original, { recursive: true }).sort(),
    );
    for (const [name, bytes] of Object.entries(files)) {
      assert.ok(readFileSync(join(folder, name)).equals(bytes), name);
      assert.equal(statSync(join(folder, name)).mode, statSync(join(original, name)).mode, name);
    }
  });

  test("leaves no files when it cannot be unpacked", async () => {
    const damaged = join(scratch, "damaged");
    await packFolder(original, damaged, { level: 1 });
    const pieces = readFileSync(join(damaged, "pieces.zst"));
    writeFileSync(join(damaged, "pieces.zst"), pieces.fill(0, 9_000_000, 9_000_100));
    const before = readdirSync(scratch);
    await assert.rejects(unpack(damaged, join(scratch, "never")));
    assert.ok(!existsSync(join(scratch, "never")));
    assert.deepEqual(readdirSync(scratch), before);
  });
});
