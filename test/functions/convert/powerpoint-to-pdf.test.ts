import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { suite, test } from "node:test";
import { openZip } from "../../../lib/ooxml/zip.ts";
import { rewriteZip } from "../../../lib/ooxml/zip-writing.ts";
import { form } from "../../support/form.ts";
import { docx, paragraph } from "../../support/office/docx.ts";
import { noOffice } from "../../support/office/engine.ts";
import { presentation } from "../../support/office/kinds.ts";
import { withPdfJs } from "../../support/pdf/look.ts";
import { type ReadPage, readPages } from "../../support/pdf-text.ts";
import { post } from "../../support/platen.ts";

const PATH = "/convert/powerpoint-to-pdf";
const talk = await readFile("samples/talk.pptx");
const sent = (file: Uint8Array, options: object = {}, headers: Record<string, string> = {}) =>
  post(PATH, form({ file, options: JSON.stringify(options) }), headers);
const bytesOf = async (reply: Response): Promise<Uint8Array> => {
  assert.equal(reply.status, 200, await reply.clone().text());
  return new Uint8Array(await reply.arrayBuffer());
};
const printed = async (options: object = {}) => bytesOf(await sent(talk, options));
const pagesOf = async (options?: object): Promise<ReadPage[]> => readPages(await printed(options));
const failure = async (reply: Response) => {
  const { error } = (await reply.json()) as { error: { message: string; reason: string } };
  return { status: reply.status, ...error };
};
const [AUTUMN, BEST, BACKUP, NEXT] = [
  /Offers of the autumn/,
  /What sold best/,
  /Backup figures/,
  /Next steps/,
] as const;
const A4 = [595, 842];
const sizeOf = ({ width, height }: ReadPage) => [Math.round(width), Math.round(height)];
const assertTexts = (pages: readonly ReadPage[], ...patterns: readonly RegExp[]): void => {
  assert.equal(pages.length, patterns.length);
  for (const [at, pattern] of patterns.entries()) assert.match(pages[at]!.text, pattern);
};

suite(`POST ${PATH}`, { skip: noOffice, concurrency: 2 }, () => {
  test("prints each slide that is not hidden, in its size", async () => {
    const pages = await pagesOf();
    assertTexts(pages, AUTUMN, BEST, NEXT);
    assert.deepEqual(sizeOf(pages[0]!), [960, 540]);
  });

  test("prints hidden slides if asked, without a warning", async () => {
    assertTexts(await pagesOf({ hiddenSlides: true }), AUTUMN, BEST, BACKUP, NEXT);
    const codes = async (options: object) => {
      const { warnings = [] } = (await (await sent(talk, options, { accept: "application/json" })).json()) as {
        warnings?: { code: string }[];
      };
      return warnings.map(({ code }) => code);
    };
    assert.deepEqual(await codes({ hiddenSlides: true }), []);
    assert.deepEqual(await codes({}), ["slide-left-out"]);
    assert.deepEqual(await codes({ slidesPerPage: 2 }), ["slide-left-out", "tags-removed"]);
  });

  test("prints a page with the notes of each slide", async () => {
    const pages = await pagesOf({ notesPages: true });
    assertTexts(
      pages,
      /Offers[\s\S]*Say hello first/,
      /What sold[\s\S]*Show the desk/,
      /Next[\s\S]*End with the visit/,
    );
    assert.ok(pages[0]!.height > pages[0]!.width);
  });

  test("prints the name of the file in fields for it, on slides and in notes, without its folder", async () => {
    const archive = await openZip(talk);
    const field =
      '<a:r><a:t>File </a:t></a:r><a:fld id="{0F89C1C7-3DCD-1040-A9CF-14679D8B5DDD}" type="file"><a:t>x</a:t></a:fld>';
    const withField = (part: string, before: string): [string, Buffer] => {
      const xml = archive.read(archive.files.get(part)!).toString();
      return [part, Buffer.from(xml.replace(before, `${field}${before}`))];
    };
    const changed = rewriteZip(
      archive,
      new Map([
        withField("ppt/slides/slide1.xml", "<a:r><a:t>17 in November"),
        withField("ppt/notesslides/notesslide1.xml", "<a:r><a:t>Say hello"),
      ]),
    );
    const [page] = await readPages(await bytesOf(await sent(changed, { notesPages: true })));
    assert.match(page!.text, /File upload\.pptx17 in November[\s\S]*File upload\.pptxSay hello/);
  });

  test("prints the name of the file in fields of SmartArt, without its folder", async () => {
    const archive = await openZip(await readFile("test/fixtures/office/smart-art.pptx"));
    const part = "ppt/diagrams/drawing1.xml";
    const xml = archive.read(archive.files.get(part)!).toString();
    const field =
      '<a:fld id="{0F89C1C7-3DCD-1040-A9CF-14679D8B5DDD}" type="file"><a:rPr sz="1000"/><a:t>x</a:t></a:fld>';
    const changed = rewriteZip(
      archive,
      new Map([[part, Buffer.from(xml.replaceAll("<a:endParaRPr", `${field}<a:endParaRPr`))]]),
    );
    const [page] = await readPages(await bytesOf(await sent(changed)));
    assert.match(page!.text, /^\s*(?:upload\.pptx\s*){2,}$/);
  });

  test("prints no folder in a field for the file, however its markup is written", async () => {
    const archive = await openZip(talk);
    const part = "ppt/slides/slide1.xml";
    const types = ["='file'", ' = "file1"', '="&#102;ile"', '="file0"', '="file01"', '="file9"'];
    const fields = types.map(
      (type) => `<a:fld id="{0F89C1C7-3DCD-1040-A9CF-14679D8B5DDD}" type${type}><a:t>x</a:t></a:fld>`,
    );
    const xml = archive.read(archive.files.get(part)!).toString();
    const before = "<a:r><a:t>17 in November";
    const changed = rewriteZip(
      archive,
      new Map([[part, Buffer.from(xml.replace(before, `${fields.join("")}${before}`))]]),
    );
    const [page] = await readPages(await bytesOf(await sent(changed)));
    assert.equal(page!.text.replaceAll(/\s/g, "").match(/upload\.pptx/g)?.length, types.length, page!.text);
    assert.doesNotMatch(page!.text, /\/|ready-/);
  });

  test("prints titles and bodies for which the file has no place", async () => {
    const pages = await readPages(
      await bytesOf(
        await sent(
          presentation([
            { text: "Agenda", placeholder: "title" },
            { text: "First point", placeholder: "body" },
          ]),
        ),
      ),
    );
    assertTexts(pages, /Agenda/, /First point/);
    assert.ok(pages[0]!.words[0]!.y < pages[1]!.words[0]!.y, "a body lies below a title");
  });

  test("arranges slides on sheets, with their links and bookmarks", async () => {
    const pdf = await printed({ slidesPerPage: 2 });
    const pages = await readPages(pdf);
    assert.deepEqual(pages.map(sizeOf), [A4, A4]);
    assertTexts(pages, /Offers of the autumn[\s\S]*What sold best/, NEXT);
    assert.deepEqual(pages[0]!.links, ["https://example.com/"]);
    const [first, second] = [AUTUMN, BEST].map((text) => pages[0]!.words.find((word) => text.test(word.text))!);
    assert.ok(first!.y < second!.y, "one below the other");
    const targets = await withPdfJs(pdf, async (document) => {
      const outline = await document.getOutline();
      const pageOf = async (dest: unknown) => document.getPageIndex((dest as [never])[0]);
      return Promise.all(outline.map(async ({ title, dest }) => [title, await pageOf(dest)]));
    });
    assert.deepEqual(targets, [
      ["Offers of the autumn", 0],
      ["What sold best", 0],
      ["Next steps", 1],
    ]);
  });

  test("puts a slide on the paper that is asked for", async () => {
    const pages = await pagesOf({ format: "Letter", marginLeft: "3cm" });
    assert.deepEqual(
      pages.map(sizeOf),
      Array.from({ length: 3 }, () => [792, 612]),
    );
    assert.deepEqual((await pagesOf({ format: "Letter", landscape: false })).map(sizeOf)[0], [612, 792]);
  });

  for (const [what, options, message] of [
    ["margins without paper", { marginTop: "1cm" }, /^options\.marginTop needs format or slidesPerPage/],
    [
      "several slides with notes",
      { notesPages: true, slidesPerPage: 2 },
      /^options\.slidesPerPage is not for notesPages/,
    ],
    ["too many slides", { slidesPerPage: 17 }, /^options\.slidesPerPage must be/],
    ["margins that leave no room", { format: "A6", marginTop: "20cm" }, /^options has margins that leave no room/],
  ] as const) {
    test(`refuses ${what}`, async () => {
      const { status, message: text } = await failure(await sent(talk, options));
      assert.equal(status, 400);
      assert.match(text, message);
    });
  }

  test("refuses other files, and names the endpoint that accepts them", async () => {
    const slides = await readFile("samples/slides.fodp");
    for (const [file, message] of [
      [docx(paragraph("Hello")), /^file is a Word document \(\.docx\), not a PowerPoint presentation \(\.pptx\)/],
      [await readFile("test/fixtures/office/slides.ppt"), /old binary format: \/convert\/office-to-pdf accepts it/],
      [slides, /^file is not a PowerPoint presentation/],
      [presentation([]), /^file has no slides/],
    ] as const) {
      const { status, message: text } = await failure(await sent(file));
      assert.equal(status, 415);
      assert.match(text, message);
    }
  });
});
