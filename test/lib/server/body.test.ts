import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { request } from "node:http";
import { suite, test } from "node:test";
import { form } from "../../support/form.ts";
import { post, richAccount, url } from "../../support/platen.ts";

const SIZE_BYTES = 50_000_000;
/** A file of this size. A PDF may have bytes after its end. */
const large = async (): Promise<Uint8Array> => {
  const file = await readFile("samples/letter.pdf");
  return Buffer.concat([file, new Uint8Array(SIZE_BYTES - file.length)]);
};

/** Announces a large body, sends a part of it and hangs up. */
const hangUp = async (): Promise<void> => {
  const sent = request(`${url}/pdf/info`, {
    method: "POST",
    headers: {
      "X-API-Key": richAccount.key,
      "Content-Type": "multipart/form-data; boundary=b",
      "Content-Length": SIZE_BYTES,
    },
  });
  sent.on("error", () => undefined);
  await new Promise((resolve) => sent.write(Buffer.alloc(1_000_000), resolve));
  sent.destroy();
};

suite("a large body", () => {
  test("arrives whole while others announce more than the server makes room for beforehand", async () => {
    const file = await large();
    const replies = await Promise.all(Array.from({ length: 4 }, () => post("/pdf/info", form({ file }))));
    for (const reply of replies) {
      assert.equal(reply.status, 200);
      assert.equal(((await reply.json()) as { pages: unknown[] }).pages.length, 1);
    }
  });

  test("arrives whole after callers have announced large bodies, sent a part and hung up", async () => {
    await Promise.all(Array.from({ length: 4 }, hangUp));
    assert.equal((await post("/pdf/info", form({ file: await large() }))).status, 200);
  });
});
