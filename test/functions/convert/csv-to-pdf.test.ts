import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { form } from "../../support/form.ts";
import { pageTexts, withPdfJs } from "../../support/pdf/look.ts";
import { post } from "../../support/platen.ts";
import { refuses } from "../../support/refusals.ts";

const PATH = "/convert/csv-to-pdf";
const bytes = (text: string) => Buffer.from(text);
const file = bytes("item,price\nLamp,12.50\n");
const pdfOf = async (reply: Response) => {
  assert.equal(reply.status, 200, await reply.clone().text());
  return new Uint8Array(await reply.arrayBuffer());
};

suite("POST /convert/csv-to-pdf", { concurrency: 2 }, () => {
  test("prints a table with the file name as its title", async () => {
    const reply = await post(PATH, form({ file }, "Prices 2026.CSV"));
    assert.equal(reply.headers.get("content-disposition"), 'attachment; filename="csv.pdf"');
    assert.match(reply.headers.get("x-engine")!, /^platen-csv\//);
    await withPdfJs(await pdfOf(reply), async (document) => {
      const { info } = (await document.getMetadata()) as { info: { Title?: string } };
      assert.equal(info.Title, "Prices 2026");
      assert.equal(document.numPages, 1);
    });
  });

  test("accepts format, landscape, margins and scale; other options have no effect", async () => {
    const options =
      '{"format":"A5","landscape":true,"marginTop":"3cm","scale":0.5,"printBackground":false,"waitTimeout":5}';
    await withPdfJs(await pdfOf(await post(PATH, form({ file, options }))), async (document) => {
      const [, , width, height] = (await document.getPage(1)).view;
      assert.deepEqual(
        [width, height].map((length) => Math.round(length!)),
        [595, 420],
      );
    });
  });

  test("prints on a paper of any width and height, with title, author and language", async () => {
    const options = '{"width":"200mm","height":"100mm","title":"Preise (brutto)","author":"Ann","lang":"de-AT"}';
    await withPdfJs(await pdfOf(await post(PATH, form({ file, options }, "prices.csv"))), async (document) => {
      const [, , width, height] = (await document.getPage(1)).view;
      assert.deepEqual([Math.round(width!), Math.round(height!)], [567, 283]);
      const { Title, Author, Language } = (await document.getMetadata()).info as Record<string, string>;
      assert.deepEqual([Title, Author, Language], ["Preise (brutto)", "Ann", "de-AT"]);
    });
  });

  test("prints on a page with space for little more than a row", async () => {
    const rows = bytes(`a,b\n${"1,a text that must be broken into several lines to fit\n".repeat(20)}`);
    const reply = await post(
      PATH,
      form({ file: rows, options: '{"format":"A6","marginTop":"6cm","marginBottom":"6cm"}' }),
    );
    assert.ok((await pageTexts(await pdfOf(reply))).length > 5);
  });

  test("shows rows with too many or too few cells as they are", async () => {
    const [page] = await pageTexts(await pdfOf(await post(PATH, form({ file: bytes("a,b\n1\n1,2,three\n") }))));
    assert.match(page!, /three/);
  });

  test("reads the file as its options say", async () => {
    const latin = Buffer.from("Kontoauszug\nStra\xdfe:'1:2'\n", "latin1");
    const options = JSON.stringify({
      delimiter: ":",
      quote: "'",
      encoding: "windows-1252",
      header: false,
      skipLines: 1,
    });
    const pdf = await pdfOf(await post(PATH, form({ file: latin, options })));
    assert.match((await pageTexts(pdf)).join(), /^Straße\s*1:2\s*Page/);
    await withPdfJs(pdf, async (document) => {
      assert.doesNotMatch(JSON.stringify(await (await document.getPage(1)).getStructTree()), /"TH"/);
    });
  });

  test("reads UTF-16 with its byte order mark", async () => {
    const file = Buffer.from("\ufeffa;b\r\n1;Łódź\r\n", "utf16le");
    const [page] = await pageTexts(await pdfOf(await post(PATH, form({ file, options: '{"encoding":"utf-16le"}' }))));
    assert.match(page!, /^a\s*b\s*1\s*Łódź/);
  });

  test("reports a close guess", async () => {
    const reply = await post(PATH, form({ file: bytes("a,b;c\n1,2;3\n4,5;6\n") }), { accept: "application/json" });
    const { warnings } = (await reply.json()) as { warnings: { code: string; message: string }[] };
    assert.deepEqual(warnings, [
      {
        code: "delimiter-guessed",
        message: "The delimiter was taken to be the comma; something else is nearly as likely.",
      },
    ]);
  });

  refuses(PATH, [
    ...(
      [
        ['{"delimeter":";"}', /^options has unknown delimeter; known fields: .*delimiter/],
        ['{"delimiter":""}', /^options\.delimiter must be one character of ASCII/],
        ['{"delimiter":"€"}', /^options\.delimiter must be one character of ASCII/],
        ['{"delimiter":";;"}', /^options\.delimiter must have at most 1 char/],
        ['{"delimiter":"\\n"}', /^options\.delimiter must be one character of ASCII/],
        ['{"delimiter":"\\""}', /^options\.delimiter must differ from the quote/],
        ['{"delimiter":"|","quote":"|"}', /^options\.delimiter must differ from the quote/],
        ['{"quote":"«"}', /^options\.quote must be one character of ASCII/],
        ['{"encoding":"latin9000"}', /^options\.encoding must be a label of the Encoding Standard/],
        ['{"header":"no"}', /^options\.header must be true or false/],
        ['{"skipLines":-1}', /^options\.skipLines must be 0 to 10000/],
        ['{"skipLines":1.5}', /^options\.skipLines must be a whole number/],
        ['{"skipLines":2}', /^file has no row below the lines that are left out/],
      ] as const
    ).map(
      ([options, message]) =>
        [`options are ${options}`, form({ file, options }), 400, "INVALID_REQUEST", message] as const,
    ),
    [
      "the file is not in the encoding that options say",
      form({ file: Buffer.from("a,b\n\xff,2\n", "latin1"), options: '{"encoding":"shift_jis"}' }),
      415,
      "UNSUPPORTED_MEDIA_TYPE",
      /^file is not shift_jis: some of its bytes stand for no character/,
    ],
    ["the file is missing", form({ options: "{}" }), 400, "INVALID_REQUEST", /file is missing/],
    [
      "options are not JSON",
      form({ file: Buffer.from("a,b\n1,2\n"), options: "A5" }),
      400,
      "INVALID_REQUEST",
      /^options must hold JSON, such as \{"format":"A5","marginTop":"2cm"\}\.$/,
    ],
    [
      "options are no object",
      form({ file: Buffer.from("a,b\n1,2\n"), options: "[]" }),
      400,
      "INVALID_REQUEST",
      /^options must be an object, such as \{"format":"A5","marginTop":"2cm"\}\.$/,
    ],
    ["the file is a text field", form({ file: "a,b" }), 400, "INVALID_REQUEST", /file/],
    ["the file is empty", form({ file: bytes("") }), 400, "INVALID_REQUEST", /file is empty/],
    ["the file is blank lines", form({ file: bytes("\ufeff\r\n \n\n") }), 400, "INVALID_REQUEST", /file is empty/],
    ["the file is not UTF-8", form({ file: Buffer.from("a,\xfc", "latin1") }), 415, "UNSUPPORTED_MEDIA_TYPE", /UTF-8/],
    [
      "the file is Windows-1252",
      form({ file: Buffer.from("Stra\xdfe;Gr\xf6\xdfe\nM\xfcller f\xfcr K\xf6ln;5\n", "latin1") }),
      415,
      "UNSUPPORTED_MEDIA_TYPE",
      /looks like WINDOWS-1252; convert it first, for example with iconv -f WINDOWS-1252 -t UTF-8/,
    ],
    [
      "the file is UTF-16",
      form({ file: Buffer.from("\ufeffa,b", "utf16le") }),
      415,
      "UNSUPPORTED_MEDIA_TYPE",
      /file.*UTF-16LE/,
    ],
    ["the file is a workbook", form({ file: bytes("PK\x03\x04") }), 415, "UNSUPPORTED_MEDIA_TYPE", /file/],
    ["a quote is not closed", form({ file: bytes('a,b\n1,2\n3,"4\n5,6\n') }), 400, "INVALID_REQUEST", /line 3/],
    [
      "a selector is given",
      form({ file, options: '{"waitForSelector":"p"}' }),
      400,
      "INVALID_REQUEST",
      /waitForSelector/,
    ],
    [
      "a template is given",
      form({ file, options: '{"footerTemplate":"x"}' }),
      400,
      "INVALID_REQUEST",
      /footerTemplate/,
    ],
    ["margins leave no room", form({ file, options: '{"marginTop":"28.6cm"}' }), 400, "INVALID_REQUEST", /margins/],
    ["margins leave no width", form({ file, options: '{"marginLeft":"30cm"}' }), 400, "INVALID_REQUEST", /margins/],
    ["an option is wrong", form({ file, options: '{"format":"B4"}' }), 400, "INVALID_REQUEST", /format/],
    ["the body is JSON", { csv: "a,b" }, 415, "UNSUPPORTED_MEDIA_TYPE", /multipart/],
  ]);
});
