import "../../support/s3-settings.ts";
import assert from "node:assert/strict";
import { test } from "node:test";
import { temporaryFolder } from "../../support/temporary-folder.ts";

// Behind the settings, which are read when the store is imported.
const { FolderBodies } = await import("../../../lib/stored-bodies/folder.ts");
const { S3Bodies } = await import("../../../lib/stored-bodies/s3.ts");

const root = temporaryFolder("parts");

const TEXT = "0123456789".repeat(1000);
const KEY = "results/account/x";

for (const [name, store] of [
  ["a folder", new FolderBodies(root)],
  ["S3", new S3Bodies("uploads-bucket")],
] as const) {
  const put = (text: string) =>
    store.put(
      KEY,
      { contentType: "text/plain", contentLength: text.length },
      async function* () {
        if (text !== "") yield Buffer.from(text);
      },
      AbortSignal.timeout(600_000),
    );

  const read = async (part?: { start: number; end: number }) => {
    const stored = (await store.open(KEY, part))!;
    const text = Buffer.concat(await stored.stream().toArray()).toString();
    assert.equal(stored.contentLength, text.length);
    await stored.close();
    return text;
  };

  test(`a part of a body in ${name} has its bytes alone`, async () => {
    await put(TEXT);
    for (const [start, end] of [
      [0, 0],
      [5, 4095],
      [9999, 9999],
      [0, 9999],
    ] as const)
      assert.equal(await read({ start, end }), TEXT.slice(start, end + 1));
    assert.equal(await read(), TEXT);
  });

  test(`a body without bytes in ${name} is one`, async () => {
    await put("");
    assert.equal(await read(), "");
  });
}
