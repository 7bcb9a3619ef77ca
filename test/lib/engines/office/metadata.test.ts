import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { after, suite, test } from "node:test";
import { wordToPdf } from "../../../../lib/engines/word-to-pdf.ts";
import { bytesOf } from "../../../support/finished.ts";
import { type Beside, docx, paragraph, run } from "../../../support/office/docx.ts";
import { noOffice, printExcel, printWord } from "../../../support/office/engine.ts";
import { xlsx } from "../../../support/office/xlsx.ts";
import { withPdfJs } from "../../../support/pdf/look.ts";
import { stopEngines } from "../../../support/print.ts";

after(stopEngines);

const CORE = "http://schemas.openxmlformats.org/package/2006/metadata/core-properties";
const CORE_PART = "docProps/core.xml";

/** The core properties of a document that was created and changed at these moments. */
const dated = (created: string, modified: string): Beside => ({
  root: [{ id: "rCore", type: CORE.replace("metadata/core", "relationships/metadata/core"), target: CORE_PART }],
  types: { [CORE_PART]: "openxmlformats-package.core-properties+xml" },
  parts: {
    [CORE_PART]: `<cp:coreProperties xmlns:cp="${CORE}" xmlns:dcterms="http://purl.org/dc/terms/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><dcterms:created xsi:type="dcterms:W3CDTF">${created}</dcterms:created><dcterms:modified xsi:type="dcterms:W3CDTF">${modified}</dcterms:modified></cp:coreProperties>`,
  },
});

const readDates = (pdf: Uint8Array) =>
  withPdfJs(pdf, async (document) => {
    const { info, metadata } = await document.getMetadata();
    const xmp = (name: string): unknown => metadata?.get(name) ?? undefined;
    const { CreationDate: creation } = info as Record<string, unknown>;
    return { creation, created: xmp("xmp:createdate"), modified: xmp("xmp:modifydate") };
  });

suite("a printed Office document", { skip: noOffice, concurrency: 2 }, () => {
  test("has the dates of its file", async () => {
    const file = docx(paragraph("Hello"), dated("2019-03-04T05:06:07Z", "2020-10-11T12:13:14Z"));
    assert.deepEqual(await readDates(await printWord(file)), {
      creation: "D:20190304050607Z",
      created: "2019-03-04T05:06:07Z",
      modified: "2020-10-11T12:13:14Z",
    });
  });

  test("has no dates if its file has none, and a file identifier of its own", async () => {
    const texts = await Promise.all([
      printWord(docx(paragraph("Hello"))),
      printWord(docx(paragraph("Other"))),
      printExcel(xlsx([["Hello"]])),
    ]);
    const identifiers = texts.map((pdf) => {
      const text = Buffer.from(pdf).toString("latin1");
      assert.doesNotMatch(text, /\(D:|<(xmp:\w*|dc:d)ate>|DocChecksum|platen/);
      const [, first, second] = /\/ID \[ <([\dA-F]{32})>\n<([\dA-F]{32})> \]/.exec(text) ?? [];
      assert.equal(first, second);
      return first;
    });
    assert.equal(new Set(identifiers).size, 3);
    assert.ok(!identifiers.includes(undefined));
  });

  test("without dates has that of SOURCE_DATE_EPOCH", () => {
    const support = join(import.meta.dirname, "../../../support");
    const script = `
      import { docx, paragraph } from ${JSON.stringify(join(support, "office/docx.ts"))};
      import { printWord } from ${JSON.stringify(join(support, "office/engine.ts"))};
      import { stopEngines } from ${JSON.stringify(join(support, "print.ts"))};
      console.log(/\\(D:[^)]*\\)/.exec(Buffer.from(await printWord(docx(paragraph("Hello")))).toString("latin1"))[0]);
      await stopEngines();`;
    const env = { ...process.env, SOURCE_DATE_EPOCH: "1000000000" };
    const { stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", script], {
      encoding: "utf8",
      env,
    });
    assert.equal(stdout.trim(), "(D:20010909014640Z)", stderr);
  });

  test("keeps relative links relative, and names no folder of the service", async () => {
    const related = [{ id: "rLink", type: "hyperlink", target: "next/chapter.docx", isExternal: true }];
    const body = `<w:p><w:hyperlink r:id="rLink">${run("next")}</w:hyperlink></w:p>`;
    const pdf = await printWord(docx(body, { related }));
    assert.match(Buffer.from(pdf).toString("latin1"), /\/URI\s*\(next\/chapter\.docx\)/);
    assert.doesNotMatch(Buffer.from(pdf).toString("latin1"), /file:|platen-office/);
  });

  test("tells its pages and a digest that another document does not share", async () => {
    const pageBreak = '<w:p><w:r><w:br w:type="page"/></w:r></w:p>';
    const printed = await Promise.all(
      [1, 2, 12].map((pages) =>
        wordToPdf.run(
          { bytes: docx(`${pageBreak.repeat(pages - 1)}${paragraph("end")}`) },
          AbortSignal.timeout(600_000),
        ),
      ),
    );
    assert.deepEqual(
      printed.map(({ pages }) => pages),
      [1, 2, 12],
    );
    assert.equal(new Set(printed.map(({ digest }) => digest)).size, 3);
    await Promise.all(printed.map(bytesOf));
  });
});
