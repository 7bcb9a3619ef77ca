import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { bodiesInFolder } from "../../../lib/stored-bodies/folder.ts";

const root = mkdtempSync(join(tmpdir(), "platen-bodies-"));
after(() => rmSync(root, { recursive: true }));
const { open } = bodiesInFolder(root);

test("a body that is not there is told apart from one that cannot be opened", async () => {
  mkdirSync(join(root, "in/account"), { recursive: true });
  symlinkSync("circle", join(root, "in/account/circle"));
  assert.equal(await open("in/account/missing"), undefined);
  await assert.rejects(open("in/account/circle"), { code: "ELOOP" });
});
