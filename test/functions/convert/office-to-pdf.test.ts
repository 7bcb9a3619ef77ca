import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { suite, test } from "node:test";
import { zip } from "../../../layers/libreoffice/zip.ts";
import { form } from "../../support/form.ts";
import { noOffice } from "../../support/office/engine.ts";
import { flatDocument, presentation } from "../../support/office/kinds.ts";
import { xlsx } from "../../support/office/xlsx.ts";
import { textOf } from "../../support/pdf-text.ts";
import { newAccount, post, usage } from "../../support/platen.ts";

const PATH = "/convert/office-to-pdf";
const fixture = (name: string) => readFile(`test/fixtures/office/${name}`);
const failure = async (sent: Promise<Response>) => {
  const reply = await sent;
  const { error } = (await reply.json()) as { error: { message: string; reason: string } };
  return { status: reply.status, ...error };
};
const named = async (name: string, parts: object = {}) => form({ file: await fixture(name), ...parts });
const printed = async (body: FormData, headers: Record<string, string> = {}): Promise<Response> => {
  const reply = await post(PATH, body, headers);
  assert.equal(reply.status, 200, await reply.clone().text());
  return reply;
};
const textIn = async (body: FormData) => textOf(new Uint8Array(await (await printed(body)).arrayBuffer()));
const warningsOf = async (body: FormData): Promise<[code: string, place: string | undefined][]> => {
  const reply = await printed(body, { accept: "application/json" });
  const { warnings } = (await reply.json()) as { warnings: { code: string; place?: string }[] };
  return warnings.map(({ code, place }) => [code, place]);
};

suite(`POST ${PATH}`, { skip: noOffice, concurrency: 2 }, () => {
  for (const [name, text] of [
    ["word6.doc", /quick brown fox/],
    ["table.rtf", /a[\s\S]*ä[\s\S]*ü/],
    ["hello.odt", /Hello World1[\s\S]*Hello World5/],
    ["macro.docm", /macro word processing document/],
    ["simple.xls", /replaceMe/],
    ["date.xlsb", /1\/13\/13|2013|41286/],
    ["pivot.xlsb", /Column Labels[\s\S]*Row Labels[\s\S]*Grand Total/],
    ["mirr.xls", /0\.12609413\d* MIRR[\s\S]*18\.736225093% MIRR/],
    ["formula.xlsb", /35\s+Hello john/],
    ["pivot.xls", /Column Labels[\s\S]*fizzbuzz[\s\S]*Grand Total[\s\S]*\(Multiple Items\)/],
    ["simple.ods", /b1 b2 b3 b4 b5 b6 b7 b8 1 2 3/],
    ["slides.ppt", /First slide I added[\s\S]*Second slide I added/],
    ["footer.odp", /Master footer is here/],
  ] as const) {
    test(`prints ${name}, whatever it is called`, async () => {
      assert.match(await textIn(form({ file: await fixture(name) }, "file.bin")), text);
    });
  }

  for (const [name, file, text] of [
    ["flat text", flatDocument("text", "<text:p>Grüße</text:p>"), /Grüße/],
    [
      "placeholders",
      flatDocument(
        "text",
        '<text:p>Dear <text:placeholder text:placeholder-type="text">&lt;Name&gt;</text:placeholder>,</text:p>',
      ),
      /Dear <Name>,/i,
    ],
    [
      "a flat spreadsheet",
      flatDocument(
        "spreadsheet",
        '<table:table table:name="A"><table:table-row><table:table-cell office:value-type="string"><text:p>Zelle</text:p></table:table-cell></table:table-row></table:table>',
      ),
      /Zelle/,
    ],
    [
      "text in Windows-1252",
      Buffer.from("Größe, Maße und Straße: 5 €\n".replace("€", "\x80"), "latin1"),
      /Größe, Maße und Straße: 5 €/,
    ],
    ["text in UTF-16", Buffer.from("\ufeffžluťoučký kůň", "utf16le"), /žluťoučký kůň/],
    ["a workbook", xlsx([["Hello", 1.5]]), /Hello/],
  ] as const) {
    test(`prints ${name}`, async () => assert.match(await textIn(form({ file })), text));
  }

  test("prints a presentation without its hidden slides, and reports them and the animated ones", async () => {
    const slides = [{ text: "One" }, { text: "Two", isHidden: true }, { text: "Three", isAnimated: true }];
    const file = presentation(slides);
    const text = await textIn(form({ file }));
    assert.match(text, /One[\s\S]*Three/);
    assert.doesNotMatch(text, /Two/);
    assert.deepEqual(await warningsOf(form({ file })), [
      ["slide-left-out", "slide 2"],
      ["animation-left-out", "slide 3"],
    ]);
  });

  for (const [name, password, text] of [
    ["password.docx", "pass", /password protected document/],
    ["password.xlsx", "tika", /Encrypted Excel spreadsheet/],
    ["password.doc", "tika", /encrypted Word 2007 File/],
    ["password.odt", "hello", /Hello World!/],
  ] as const) {
    test(`opens ${name} with its password alone`, async () => {
      assert.match(await textIn(await named(name, { password })), text);
      assert.deepEqual((await warningsOf(await named(name, { password }))).at(-1), ["password-removed", undefined]);
      const [without, wrong] = [await named(name), await named(name, { password: "wrong" })];
      const refused = await Promise.all([failure(post(PATH, without)), failure(post(PATH, wrong))]);
      assert.deepEqual(
        refused.map(({ status, reason }) => [status, reason]),
        [
          [400, "document-encrypted"],
          [400, "wrong-password"],
        ],
      );
    });
  }

  test("refuses an encrypted .ppt, also with its password", async () => {
    const replies = [failure(post(PATH, await named("password.ppt")))];
    replies.push(failure(post(PATH, await named("password.ppt", { password: "hello" }))));
    for (const { status, reason } of await Promise.all(replies)) {
      assert.deepEqual([status, reason], [400, "document-encrypted"]);
    }
  });

  test("refuses a binary workbook of a test version of Excel 2007", async () => {
    const { status, reason, message } = await failure(post(PATH, await named("excel-2007-beta.xlsb")));
    assert.deepEqual([status, reason], [415, "document-unsupported"]);
    assert.match(message, /^file is a binary workbook \(\.xlsb\) of a test version/);
  });

  test("warns of formulas that the engine does not understand", async () => {
    const cell = '<table:table-cell table:formula="of:=SUM(1;;(2" office:value-type="float" office:value="3"/>';
    const table = `<table:table table:name="A"><table:table-row>${cell}</table:table-row></table:table>`;
    assert.deepEqual(await warningsOf(form({ file: flatDocument("spreadsheet", table) })), [
      ["formula-not-calculated", "sheet 1"],
    ]);
  });

  test("refuses a presentation of which all slides are hidden", async () => {
    const { status, reason } = await failure(
      post(PATH, form({ file: presentation([{ text: "One", isHidden: true }]) })),
    );
    assert.deepEqual([status, reason], [415, "document-empty"]);
  });

  test("shows neither the folder of its work nor a file of the machine", async () => {
    const file = flatDocument(
      "text",
      '<text:p>printed <text:file-name text:display="full">x</text:file-name></text:p><text:section text:name="S"><text:section-source xlink:href="file:///etc/passwd" text:filter-name="Text"/><text:p>inner</text:p></text:section>',
    );
    const text = await textIn(form({ file }, "note.fodt"));
    assert.match(text, /printed note\.fodt[\s\S]*inner/);
    assert.doesNotMatch(text, /root:|tmp|job-/);
  });

  test("prints the name of a presentation's file without its folder", async () => {
    const slides = readFileSync(new URL("../../../samples/slides.fodp", import.meta.url), "utf8");
    const file = Buffer.from(
      slides.replace("The plan for", '<text:file-name text:display="full">x</text:file-name> of'),
    );
    assert.match(await textIn(form({ file }, "plan.fodp")), /^\s*plan\.fodp of the autumn/);
  });

  for (const [how, field, encoding] of [
    ["has long attributes", `<text:file-name xml:id="${"a".repeat(500)}" text:display="full">`, "utf8"],
    ["has no prefix", `<file-name xmlns="urn:oasis:names:tc:opendocument:xmlns:text:1.0">`, "utf8"],
    ["is in UTF-16", '<text:file-name text:display="full">', "utf16le"],
  ] as const) {
    test(`prints the name of a presentation's file without its folder if the field ${how}`, async () => {
      const slides = readFileSync(new URL("../../../samples/slides.fodp", import.meta.url), "utf8");
      const end = field.replace(/^<(\S+) .*/, "</$1>");
      const xml = slides.replace(/^<\?.*?\?>/, "").replace("The plan for", `${field}x${end} of`);
      const file = Buffer.from(encoding === "utf8" ? xml : `\ufeff${xml}`, encoding);
      assert.match(await textIn(form({ file }, "plan.fodp")), /^\s*plan\.fodp of the autumn/);
    });
  }

  const bomb = () => zip({ mimetype: "application/vnd.oasis.opendocument.text", "content.xml": "<a>" });
  for (const [why, file, status, reason, message] of [
    [
      "a package of a kind that every object has",
      zip({ mimetype: "application/vnd.oasis.opendocument.constructor", "content.xml": "<a/>" }),
      415,
      "unsupported-media-type",
      /^file is a ZIP archive/,
    ],
    ["HTML that is called .doc", Buffer.from("<html><p>x"), 415, "unsupported-media-type", /^file is HTML or XML/],
    ["a PDF", Buffer.from("%PDF-1.7\n"), 415, "unsupported-media-type", /^file is a PDF/],
    ["another archive", zip({ "a.txt": "x" }), 415, "unsupported-media-type", /^file is a ZIP archive/],
    ["binary data", Buffer.from([1, 2, 3, 0, 1, 2, 3, 0, 7]), 415, "unsupported-media-type", /^file is/],
    ["an empty file", Buffer.alloc(0), 415, "document-empty", /^file is empty/],
    ["an OpenDocument that is damaged", bomb(), 415, "document-damaged", /damaged/],
    ["a presentation without slides", presentation([]), 415, "document-empty", /^file has no slides/],
    [
      "entities",
      Buffer.from(
        `<!DOCTYPE d [<!ENTITY a "x">]>${flatDocument("text", "<text:p>&a;</text:p>")
          .toString()
          .replace(/^<\?.*?\?>/, "")}`,
      ),
      415,
      "document-unsupported",
      /^file declares entities/,
    ],
  ] as const) {
    test(`refuses ${why}, and charges nothing`, async () => {
      const { account, key } = await newAccount(5);
      const refused = await failure(post(PATH, form({ file }, "letter.doc"), { key }));
      assert.deepEqual([refused.status, refused.reason], [status, reason]);
      assert.match(refused.message, message);
      assert.equal((await usage(account)).credits, 5);
    });
  }

  test("refuses a .ppt whose edits form a circle", async () => {
    const damaged = await fixture("slides.ppt");
    const edit = damaged.lastIndexOf(Buffer.from("f50f1c000000", "hex"));
    assert.ok(edit > 0);
    damaged.writeUInt32LE(0x7fffffff, edit + 14);
    const { status, reason } = await failure(post(PATH, form({ file: damaged })));
    assert.deepEqual([status, reason], [415, "document-damaged"]);
  });

  for (const [name, reason] of [
    ["word6.doc", "document-damaged"],
    ["slides.ppt", "document-damaged"],
  ] as const) {
    test(`refuses half of ${name}`, async () => {
      const whole = await fixture(name);
      const refused = await failure(post(PATH, form({ file: whole.subarray(0, whole.length / 2) })));
      assert.deepEqual([refused.status, refused.reason], [415, reason]);
    });
  }

  test("is named where the other endpoints refuse a kind that is taken here", async () => {
    const replies = [
      failure(post("/convert/word-to-pdf", await named("macro.docm"))),
      failure(post("/convert/word-to-pdf", await named("table.rtf"))),
      failure(post("/convert/excel-to-pdf", await named("simple.xls"))),
    ];
    for (const { status, message } of await Promise.all(replies)) {
      assert.equal(status, 415);
      assert.match(message, /: \/convert\/office-to-pdf accepts it/);
    }
  });
});
