import assert from "node:assert/strict";
import { after, suite, test } from "node:test";
import { wordToPdf } from "../../../../lib/engines/word-to-pdf.ts";
import { bytesOf } from "../../../support/finished.ts";
import { docx, paragraph, run, wordPart } from "../../../support/office/docx.ts";
import { noOffice } from "../../../support/office/engine.ts";
import { readPages } from "../../../support/pdf-text.ts";
import { stopEngines } from "../../../support/print.ts";

after(stopEngines);

const STYLES = "openxmlformats-officedocument.wordprocessingml.styles+xml";

const printed = async (bytes: Buffer) => {
  const output = await wordToPdf.run({ bytes }, AbortSignal.timeout(600_000));
  const pages = await readPages(await bytesOf(output));
  return {
    pages,
    text: pages
      .map(({ text }) => text)
      .join(" ")
      .replace(/\s+/g, " ")
      .trim(),
    warnings: output.warnings,
  };
};

/** A table with this grid and two rows of cells with these widths, all in twips. */
const table = (grid: readonly number[], widths: readonly number[], properties = "") => {
  const cells = widths.map(
    (width, at) => `<w:tc><w:tcPr><w:tcW w:w="${width}" w:type="dxa"/></w:tcPr>${paragraph(`cell${at}`)}</w:tc>`,
  );
  return (
    `<w:tbl><w:tblPr>${properties || '<w:tblW w:w="0" w:type="auto"/>'}</w:tblPr><w:tblGrid>${grid.map((width) => `<w:gridCol w:w="${width}"/>`).join("")}</w:tblGrid>` +
    `<w:tr>${cells.join("")}</w:tr><w:tr>${cells.join("")}</w:tr></w:tbl>`
  );
};

/** The offsets of the first row's cells from the first of them, in points. */
const columnsOf = async (body: string): Promise<number[]> => {
  const { pages } = await printed(
    docx(body + paragraph("behind"), {
      section: '<w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1000" w:right="1000" w:bottom="1000" w:left="1000"/>',
    }),
  );
  const lefts = [0, 1, 2].map((at) => pages[0]!.words.find(({ text }) => text.includes(`cell${at}`))!.x);
  return lefts.map((left) => Math.round(left - lefts[0]!));
};

suite("word-to-pdf", { skip: noOffice, concurrency: 2 }, () => {
  test("prints a table with the widths of its cells if its grid is uniform, else with those of the grid", async () => {
    assert.deepEqual(await columnsOf(table([3000, 3000, 3000], [1000, 6000, 1500])), [0, 50, 350]);
    assert.deepEqual(await columnsOf(table([2000, 5000, 2000], [3000, 3000, 3000])), [0, 100, 350]);
  });

  test("prints a nested table as wide as its grid if its preferred width is less", async () => {
    const inner = table([1000, 3000, 1000], [100, 100, 100], '<w:tblW w:w="300" w:type="dxa"/>');
    const outer = `<w:tbl><w:tblPr/><w:tblGrid><w:gridCol w:w="8000"/></w:tblGrid><w:tr><w:tc><w:tcPr><w:tcW w:w="8000" w:type="dxa"/></w:tcPr>${inner}<w:p/></w:tc></w:tr></w:tbl>`;
    assert.deepEqual(await columnsOf(outer), [0, 50, 200]);
  });

  const contents = (dirty: string) => {
    const mark = (type: string, more = "") => `<w:r><w:fldChar w:fldCharType="${type}"${more}/></w:r>`;
    const field =
      `${mark("begin", dirty)}<w:r><w:instrText> TOC \\o "1-3" </w:instrText></w:r>${mark("separate")}` +
      `${run("The stored chapter")}${mark("end")}`;
    return paragraph(field) + paragraph("A chapter since renamed", '<w:pStyle w:val="H1"/>');
  };
  const headed = {
    parts: {
      "word/styles.xml": wordPart(
        "styles",
        '<w:style w:type="paragraph" w:styleId="H1"><w:name w:val="Heading 1"/></w:style>',
      ),
    },
    types: { "word/styles.xml": STYLES },
    related: [{ id: "rId30", type: "styles", target: "styles.xml" }],
  };

  test("updates a table of contents only if it is marked as outdated", async () => {
    assert.equal((await printed(docx(contents(""), headed))).text, "The stored chapter A chapter since renamed");
    const built = await printed(docx(contents(' w:dirty="true"'), headed));
    assert.match(built.text, /^A chapter since renamed\s*\.* ?1 A chapter since renamed$/);
  });

  test("prints the stored table of contents with a warning if an update would empty it", async () => {
    const { text, warnings } = await printed(
      docx(contents(' w:dirty="true"').replace('<w:pStyle w:val="H1"/>', ""), headed),
    );
    assert.equal(text, "The stored chapter A chapter since renamed");
    assert.deepEqual(
      warnings.map(({ code }) => code),
      ["index-not-built"],
    );
  });

  test("prints the stored table of contents with a warning if the engine does not support its field code", async () => {
    for (const code of ['TOC \\o "2-3"', 'TOC \\b part \\o "1-3"']) {
      const outdated = contents(' w:dirty="true"').replace('TOC \\o "1-3"', code);
      const { text, warnings } = await printed(docx(outdated, headed));
      assert.equal(text, "The stored chapter A chapter since renamed");
      assert.deepEqual(
        warnings.map(({ code }) => code),
        ["index-not-built"],
      );
    }
  });

  test("prints the stored results of references to missing bookmarks", async () => {
    const mark = (type: string) => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`;
    const reference = (code: string, result: string) =>
      `${mark("begin")}<w:r><w:instrText xml:space="preserve"> ${code} \\h </w:instrText></w:r>${mark("separate")}${run(result)}${mark("end")}`;
    const kept = '<w:bookmarkStart w:id="1" w:name="Kept"/><w:r><w:t>word</w:t></w:r><w:bookmarkEnd w:id="1"/>';
    const simple = `<w:fldSimple w:instr=" REF _Gone ">${run(" 3")}</w:fldSimple>`;
    const { text } = await printed(
      docx(
        paragraph(
          kept +
            reference("REF _Gone", " 1") +
            reference("PAGEREF _Gone", " 2") +
            simple +
            run(" ") +
            reference("REF kept", "4") +
            reference("REF Kept", "x"),
        ),
      ),
    );
    assert.equal(text, "word 1 2 3 4word");
  });

  test("refuses a document with text in another file (subDoc)", async () => {
    const bytes = docx('<w:subDoc r:id="rId40"/>', {
      related: [{ id: "rId40", type: "subDocument", target: "file:///chapter.docx" }],
    });
    await assert.rejects(printed(bytes), { code: "INVALID_REQUEST", message: /subDoc/ });
  });

  test("prints the text of content controls in text boxes", async () => {
    const control = `<w:sdt><w:sdtPr><w:alias w:val="Title"/><w:text/></w:sdtPr><w:sdtContent>${paragraph("The title")}</w:sdtContent></w:sdt>`;
    const rectangle = `<v:rect style="position:absolute;left:1800;top:1440;width:8000;height:3000" fillcolor="#ddd"><v:textbox><w:txbxContent>${control}</w:txbxContent></v:textbox></v:rect>`;
    const group = `<v:group style="position:absolute;width:400pt;height:150pt" coordorigin="1800,1440" coordsize="8000,3000">${rectangle}</v:group>`;
    const { text } = await printed(docx(`<w:p><w:r><w:pict>${group}</w:pict></w:r></w:p>${paragraph("behind")}`));
    assert.match(text, /The title/);
  });

  test("refuses a document with embedded HTML (altChunk), and prints an embedded Word document", async () => {
    const chunk = (ending: string, type: string, content: string | Buffer) =>
      docx('<w:altChunk r:id="rId40"/>', {
        parts: { [`word/chunk.${ending}`]: content },
        types: { [`word/chunk.${ending}`]: type },
        related: [{ id: "rId40", type: "aFChunk", target: `chunk.${ending}` }],
      });
    const html = chunk("html", "x", "<p>inside</p>");
    await assert.rejects(printed(html), { code: "INVALID_REQUEST", message: /altChunk/ });
    const type = "openxmlformats-officedocument.wordprocessingml.document.main+xml";
    assert.match((await printed(chunk("docx", type, docx(paragraph("inside"))))).text, /inside/);
  });
});
