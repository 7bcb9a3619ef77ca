import assert from "node:assert/strict";
import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { FolderBodies } from "../../../lib/stored-bodies/folder.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const root = temporaryFolder("bodies");
const bodies = new FolderBodies(root);

test("a missing body is distinguished from one that cannot be opened", async () => {
  mkdirSync(join(root, "in/account"), { recursive: true });
  symlinkSync("circle", join(root, "in/account/circle"));
  assert.equal(await bodies.open("in/account/missing"), undefined);
  await assert.rejects(bodies.open("in/account/circle"), { code: "ELOOP" });
});
