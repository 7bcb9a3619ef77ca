import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { suite, test } from "node:test";
import { readMime } from "../../../../../lib/engines/email/mime/message.ts";
import { messagePage } from "../../../../../lib/engines/email/page/message-page.ts";
import { message, multipart, part } from "../../../../support/message.ts";
import { bitmap } from "../../../../support/pictures/bitmap.ts";

const PICTURE = Buffer.from(bitmap(2, 2)).toString("base64");
const page = async (file: Buffer) => messagePage(await readMime(file));

/** The files of a message whose HTML names a related file by `cid:c`. */
const filesOf = async (html: string, type: string, disposition: string, base64 = PICTURE): Promise<string[]> => {
  const file = part(
    [
      `Content-Type: ${type}`,
      "Content-ID: <c>",
      `Content-Disposition: ${disposition}; filename=f`,
      "Content-Transfer-Encoding: base64",
    ],
    base64,
  );
  const { files } = await page(multipart("related", [part(["Content-Type: text/html"], html), file]));
  return files.map(({ name }) => name);
};

suite("a file that a body names", () => {
  const IMAGE = "<img src=cid:c>";

  test("is not attached if it is a picture of the body", async () => {
    assert.deepEqual(await filesOf(IMAGE, "image/bmp", "inline"), []);
  });

  test("is attached if it is marked as an attachment, or no picture that is drawn", async () => {
    assert.deepEqual(await filesOf(IMAGE, "image/bmp", "attachment"), ["f"]);
    assert.deepEqual(await filesOf(IMAGE, "application/pdf", "inline", "JVBERi0xLjQ="), ["f"]);
    assert.deepEqual(await filesOf(IMAGE, "image/tiff", "inline", "SUkqAAgAAAAAAAAAAAAAAA=="), ["f"]);
  });

  test("is attached if it is a picture that is cut off, of which a browser may draw nothing", async () => {
    const png = await readFile("samples/logo.png");
    assert.deepEqual(await filesOf(IMAGE, "image/png", "inline", png.toString("base64")), []);
    assert.deepEqual(await filesOf(IMAGE, "image/png", "inline", png.subarray(0, -40).toString("base64")), ["f"]);
  });

  test("is attached if only a style names it, which may show nothing", async () => {
    assert.deepEqual(await filesOf("<style>.none{background:url(cid:c)}</style>", "image/bmp", "inline"), ["f"]);
  });
});

suite("the page of a message", () => {
  test("has no marks in its head and title that turn the direction of text", async () => {
    const { html } = await page(
      message({ From: '"=?utf-8?q?x=E2=80=AEmoc.knab?=" <a@b.c>', Subject: "=?utf-8?q?s=E2=80=AEt?=" }, "Words"),
    );
    assert.match(html, /<title>st<\/title>[\s\S]*xmoc\.knab/);
    assert.doesNotMatch(html, /\u202e/);
  });

  test("reports how many messages were not printed, if there were any", async () => {
    const told = async (count: number) => {
      const inner = part(["Content-Type: message/rfc822"], "From: a@b.c", "Subject: s", "", "x");
      const { warnings, files } = await page(
        multipart(
          "digest",
          Array.from({ length: count }, () => inner),
        ),
      );
      assert.equal(files.length, count);
      return warnings.map(({ code, message: text }) => `${code}: ${text.split(" ")[0]}`);
    };
    assert.deepEqual(await told(199), []);
    assert.deepEqual(await told(202), ["message-not-printed: 3"]);
  });
});
