import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { FolderBodies } from "../../../lib/stored-bodies/folder.ts";

const root = mkdtempSync(join(tmpdir(), "platen-bodies-"));
after(() => rmSync(root, { recursive: true }));
const bodies = new FolderBodies(root);

test("a missing body is distinguished from one that cannot be opened", async () => {
  mkdirSync(join(root, "in/account"), { recursive: true });
  symlinkSync("circle", join(root, "in/account/circle"));
  assert.equal(await bodies.open("in/account/missing"), undefined);
  await assert.rejects(bodies.open("in/account/circle"), { code: "ELOOP" });
});
