import assert from "node:assert/strict";
import { resolve } from "node:path";
import { test } from "node:test";
import { noSmallDisk, onDiskOf } from "../../support/small-disk.ts";

const SCRIPT = `
  import { readdirSync } from "node:fs";
  import { FolderBodies } from ${JSON.stringify(resolve("lib/stored-bodies/folder.ts"))};
  const folder = process.env.PLATEN_TEMP;
  const bodies = new FolderBodies(folder);
  const body = { contentType: "application/json", contentLength: 3_000_000 };
  const { searchParams } = new URL(await bodies.address("in/account/x", body, Date.now() + 60_000, "http://x"));
  const bytes = async function* () {
    for (let sent = 0; sent < body.contentLength; sent += 60_000) yield Buffer.alloc(60_000);
  };
  const taken = await bodies.take("in/account/x", searchParams, body, bytes()).catch(({ code }) => code);
  console.log(JSON.stringify([taken, readdirSync(folder + "/in/account")]));`;

const SECRET = `
  import { randomBytes } from "node:crypto";
  import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
  import { FolderBodies } from ${JSON.stringify(resolve("lib/stored-bodies/folder.ts"))};
  const folder = process.env.PLATEN_TEMP;
  const address = () =>
    new FolderBodies(folder + "/uploads")
      .address("in/account/x", { contentType: "application/json", contentLength: 1 }, 0, "http://x")
      .then(() => readFileSync(folder + "/uploads/secret").length, ({ code }) => code);
  try {
    writeFileSync(folder + "/others", randomBytes(4_000_000));
  } catch {}
  const lengths = [await address(), readdirSync(folder + "/uploads").length];
  rmSync(folder + "/others");
  console.log(JSON.stringify([...lengths, await address()]));`;

test("addresses are not signed with a secret of which a full disk has stored only a part", (context) => {
  const why = noSmallDisk();
  if (why) {
    console.warn(`NOT TESTED: a full disk: ${why}`);
    return context.skip(why);
  }
  const { stdout, stderr } = onDiskOf("1m", SECRET);
  assert.equal(stdout, `${JSON.stringify(["ENOSPC", 0, 32])}\n`, stderr);
});

test("no part of a body is kept if the disk has no room for all of it", (context) => {
  const why = noSmallDisk();
  if (why) {
    console.warn(`NOT TESTED: a full disk: ${why}`);
    return context.skip(why);
  }
  const { stdout, stderr } = onDiskOf("2600k", SCRIPT);
  assert.equal(stdout, `${JSON.stringify(["ENOSPC", []])}\n`, stderr);
});
