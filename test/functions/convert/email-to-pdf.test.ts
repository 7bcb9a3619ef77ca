import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { suite, test } from "node:test";
import { form } from "../../support/form.ts";
import { message, multipart, part } from "../../support/message.ts";
import { docx, paragraph } from "../../support/office/docx.ts";
import { unpacked, withPdfJs } from "../../support/pdf/look.ts";
import { textPdf } from "../../support/pdf/raw.ts";
import { readPages, textOf } from "../../support/pdf-text.ts";
import { bitmap } from "../../support/pictures/bitmap.ts";
import { post } from "../../support/platen.ts";
import { hasVeraPdf, veraPdfVerdicts } from "../../support/verapdf/validate.ts";

const PATH = "/convert/email-to-pdf";
const fixture = (name: string) => readFile(`test/fixtures/email/${name}`);
const printed = async (file: Uint8Array, options?: object): Promise<Uint8Array> => {
  const reply = await post(PATH, form({ file, ...(options && { options: JSON.stringify(options) }) }));
  assert.equal(reply.status, 200, await reply.clone().text());
  return new Uint8Array(await reply.arrayBuffer());
};
const textIn = async (file: Uint8Array) => (await textOf(await printed(file))).normalize("NFKC").replace(/\s+/g, " ");
const warningsOf = async (file: Uint8Array, options: object = {}): Promise<string[]> => {
  const body = form({ file, options: JSON.stringify(options) });
  const reply = await post(PATH, body, { accept: "application/json" });
  const { warnings = [] } = (await reply.json()) as { warnings?: { code: string }[] };
  return warnings.map(({ code }) => code);
};
const failure = async (file: Uint8Array, options?: object) => {
  const reply = await post(PATH, form({ file, ...(options && { options: JSON.stringify(options) }) }));
  const { error } = (await reply.json()) as { error: { message: string; reason: string } };
  return { status: reply.status, ...error };
};
const attachmentsOf = (pdf: Uint8Array) =>
  withPdfJs(pdf, async (document) =>
    [...((await document.getAttachments()) ?? new Map()).values()].map(({ filename }) => filename),
  );

const base64 = (bytes: Uint8Array): string[] =>
  Buffer.from(bytes)
    .toString("base64")
    .match(/.{1,76}/g) ?? [];
const picturePart = (fields: readonly string[]) =>
  part(["Content-Type: image/bmp", "Content-Transfer-Encoding: base64", ...fields], ...base64(bitmap(4, 4)));

suite(`POST ${PATH}`, { concurrency: 2 }, () => {
  test("prints the head, with the date in the offset of the sender, and the body", async () => {
    const text = await textIn(
      message(
        {
          From: "=?utf-8?q?Anna_Bj=C3=B6rk?= <anna@example.com>",
          Cc: "Team: c@example.com, d@example.com;",
          Date: "Tue, 24 Nov 2026 10:15:00 +0530",
          Subject: "=?iso-2022-jp?B?GyRCOGYlYSE8JWsbKEI=?=",
          "Content-Type": "text/plain; charset=windows-1251",
        },
        "\xcf\xf0\xe8\xe2\xe5\xf2",
      ),
    );
    assert.match(text, /Anna Björk <anna@example\.com>/);
    assert.match(text, /Team: c@example\.com, d@example\.com;/);
    assert.match(text, /24 Nov 2026 10:15:00 \+0530/);
    assert.match(text, /御メール/);
    assert.match(text, /Привет/);
  });

  for (const [name, charset, bytes, expected] of [
    ["GB18030", "gb18030", "\xc4\xe3\xba\xc3", "你好"],
    ["ISO-2022-KR", "iso-2022-kr", "\x1b$)C\x0e>H3gGO<<?d\x0f", "안녕하세요"],
    ["UTF-7", "utf-7", "Gr+APwA3w-e", "Grüße"],
    ["no encoding that it names", "", "Gr\xfc\xdfe aus M\xfcnchen und K\xf6ln", "Grüße aus München und Köln"],
  ] as const) {
    test(`reads a text in ${name}`, async () => {
      const type = charset === "" ? "text/plain" : `text/plain; charset=${charset}`;
      assert.match(await textIn(message({ "Content-Type": type }, bytes)), new RegExp(expected));
    });
  }

  test("joins the lines of flowed text, in quotations too", async () => {
    const text = await textIn(
      message(
        { "Content-Type": "text/plain; format=flowed" },
        "> a quotation that ",
        "> goes on",
        "an answer that ",
        "goes on",
      ),
    );
    assert.match(text, /a quotation that goes on/);
    assert.match(text, /an answer that goes on/);
    assert.doesNotMatch(text, /> a/);
  });

  test("prefers HTML to text, shows its own pictures and attaches the other files", async () => {
    const alternative = part(
      ['Content-Type: multipart/alternative; boundary="alt"'],
      "--alt",
      part(["Content-Type: text/plain"], "only plain"),
      "--alt",
      part(["Content-Type: text/html"], '<p>only html</p><img src="cid:pic@x" width="40">'),
      "--alt--",
    );
    const picture = picturePart(["Content-ID: <pic@x>", "Content-Disposition: inline"]);
    const related = part(
      ['Content-Type: multipart/related; boundary="rel"'],
      "--rel",
      alternative,
      "--rel",
      picture,
      "--rel--",
    );
    const file = part(
      ["Content-Type: text/csv", "Content-Disposition: attachment; filename*=utf-8''pr%C3%A9cis.csv"],
      "a;b",
    );
    const pdf = await printed(multipart("mixed", [related, file, file]));
    const text = await textOf(pdf);
    assert.match(unpacked(pdf), /a;b/);
    assert.match(text, /only html/);
    assert.doesNotMatch(text, /only plain/);
    assert.deepEqual(await attachmentsOf(pdf), ["précis (2).csv", "précis.csv"]);
    const shown = await withPdfJs(
      pdf,
      async (document) => (await (await document.getPage(1)).getOperatorList()).fnArray,
    );
    assert.ok(shown.length > 0);
  });

  test("prints the messages in a message, and attaches them", async () => {
    const inner = message({ Subject: "The inner one", From: "carl@example.com" }, "Inner words").toString("latin1");
    const forwarded = part(["Content-Type: message/rfc822"], inner);
    const pdf = await printed(multipart("mixed", [part(["Content-Type: text/plain"], "Outer words"), forwarded]));
    assert.match(await textOf(pdf), /Outer words[\s\S]*The inner one[\s\S]*carl@example\.com[\s\S]*Inner words/);
    assert.deepEqual(await attachmentsOf(pdf), ["The inner one.eml"]);
  });

  for (const [name, expected] of [
    [
      "nested.msg",
      /Master mail[\s\S]*Bertrand Beyssac[\s\S]*Vestibulum orci[\s\S]*Test mail attachment[\s\S]*Lorem ipsum/,
    ],
    ["rtf.msg", /Kevin Roast[\s\S]*The quick brown fox jumps over the lazy dog/],
    ["cyrillic.msg", /Subject автоматически Subject/],
    ["shift-jis.msg", /日本語 Non Unicode タイトル/],
    ["signed.msg", /This is a valid digitally signed email/],
    ["signed.eml", /Opaque text/],
    ["signed-in-pieces.eml", /Opaque text/],
  ] as const) {
    test(`prints ${name}, whatever it is called`, async () => {
      assert.match(await textIn(await fixture(name)), expected);
    });
  }

  test("appends PDFs and pictures as pages if asked, and reports which cannot be", async () => {
    const file = (type: string, name: string, bytes: Uint8Array) =>
      part(
        [
          `Content-Type: ${type}`,
          `Content-Disposition: attachment; filename="${name}"`,
          "Content-Transfer-Encoding: base64",
        ],
        ...base64(bytes),
      );
    const mail = multipart("mixed", [
      part(["Content-Type: text/plain"], "See attached"),
      file("application/pdf", "a.pdf", textPdf("Attached page")),
      file("application/pdf", "broken.pdf", Buffer.from("%PDF-1.4 nothing")),
      file("application/pdf", "broken too.pdf", Buffer.from("%PDF-1.4 nothing more")),
      file("application/octet-stream", "photo.bmp", bitmap(8, 8)),
    ]);
    const pdf = await printed(mail, { attachmentPages: true });
    const pages = await readPages(pdf);
    assert.deepEqual(
      pages.map(({ text }) => /See attached|Attached page/.exec(text)?.[0]),
      ["See attached", "Attached page", undefined],
    );
    assert.deepEqual(await attachmentsOf(pdf), ["a.pdf", "broken too.pdf", "broken.pdf", "photo.bmp"]);
    const told = await warningsOf(mail, { attachmentPages: true });
    assert.deepEqual(told, Array(2).fill("attachment-not-printed"));
    assert.equal((await readPages(await printed(mail))).length, 1);
  });

  test("writes PDF/A-3 with attachments", async () => {
    const file = part(["Content-Type: text/csv", "Content-Disposition: attachment; filename=a.csv"], "a;b");
    const mail = multipart("mixed", [part(["Content-Type: text/html"], "<p>Words</p>"), file]);
    const pdf = await printed(mail, { pdfA: "3b" });
    if (hasVeraPdf) assert.deepEqual(veraPdfVerdicts([pdf]), ["3b compliant"]);
    const { status, reason, message: text } = await failure(mail, { pdfA: "2b" });
    assert.deepEqual([status, reason], [400, "not-archivable"]);
    assert.match(text, /^options\.pdfA must be 3b or 3a/);
  });

  for (const [what, file, status, reason, text] of [
    [
      "a Word document",
      docx(paragraph("Hello")),
      415,
      "unsupported-media-type",
      /^file is a Word document, which \/convert\/word-to-pdf takes/,
    ],
    ["a PDF", textPdf("One"), 415, "unsupported-media-type", /^file is a PDF, which \/pdf\/merge takes/],
    [
      "text that is no message",
      Buffer.from("Dear Ben,\n\nhello\n"),
      415,
      "unsupported-media-type",
      /^file is not a message/,
    ],
    ["nothing", Buffer.alloc(0), 415, "document-empty", /^file is empty/],
    [
      "a message that PGP encrypts",
      message(
        { "Content-Type": 'multipart/encrypted; protocol="application/pgp-encrypted"; boundary=x' },
        "--x",
        "",
        "--x--",
      ),
      400,
      "document-encrypted",
      /^file is encrypted with PGP/,
    ],
  ] as const) {
    test(`refuses ${what}`, async () => {
      const refusal = await failure(file);
      assert.deepEqual([refusal.status, refusal.reason], [status, reason]);
      assert.match(refusal.message, text);
    });
  }

  test("refuses a message that S/MIME encrypts, and a compound file that is cut off", async () => {
    const encrypted = await failure(await fixture("encrypted.eml"));
    assert.deepEqual([encrypted.status, encrypted.reason], [400, "document-encrypted"]);
    assert.match(encrypted.message, /^file is encrypted with S\/MIME/);
    const cut = await failure((await fixture("nested.msg")).subarray(0, 20_000));
    assert.equal(cut.status, 415);
  });

  test("a message at another endpoint is a 415 that names this one", async () => {
    const eml = message({ "Content-Type": "text/plain", "Message-ID": "<a@b>" }, "Hello");
    for (const [path, parts] of [
      ["/convert/office-to-pdf", { file: eml }],
      ["/convert/office-to-pdf", { file: await fixture("rtf.msg") }],
      ["/convert/image-to-pdf", { files: [eml] }],
    ] as const) {
      const reply = await post(path, form(parts));
      assert.equal(reply.status, 415);
      assert.match(await reply.text(), /\/convert\/email-to-pdf takes/);
    }
  });
});
