import assert from "node:assert/strict";
import { after, suite, test } from "node:test";
import { OPS } from "pdfjs-dist/legacy/build/pdf.mjs";
import { csvToPdf } from "../../../lib/engines/csv-to-pdf.ts";
import { PLAIN_PAGE } from "../../../lib/engines/page-setup.ts";
import { openDocument, withPage } from "../../../lib/pdf/pdfium/open-document.ts";
import { loadPdfium } from "../../../lib/pdf/pdfium/pdfium.ts";
import { readTextPage } from "../../../lib/pdf/text/text-page.ts";
import { MB } from "../../../lib/settings/megabyte.ts";
import { warmParts } from "../../../lib/workers/warm.ts";
import { bytesOf } from "../../support/finished.ts";
import { pageTexts, withPdfJs } from "../../support/pdf/look.ts";
import { hasPoppler, popplerText } from "../../support/poppler.ts";

after(() => warmParts().get(csvToPdf.name)!.stop());
const print = async (csv: string, pageSetup = PLAIN_PAGE, signal = AbortSignal.timeout(600_000)) =>
  bytesOf(await csvToPdf.run({ bytes: Buffer.from(csv), title: "T", pageSetup }, signal));
const squeezed = (text: string) => text.replace(/\s/g, "");

suite("the table of a CSV file", () => {
  test("has every cell in order, its head on each page, and the number and the total on each page", async () => {
    const rows = Array.from({ length: 300 }, (_, i) => `Row ${i},${i * 1.5},text number ${i}`);
    const pages = await pageTexts(await print(`Name,Amount,Note\n${rows.join("\n")}\n`));
    assert.ok(pages.length > 3);
    pages.forEach((page, at) => {
      assert.match(page, /^Name\s*Amount\s*Note/);
      assert.match(page, new RegExp(`Page ${at + 1} of\\s*${pages.length}$`));
    });
    const found = [...pages.join("\n").matchAll(/Row (\d+)/g)].map(([, number]) => Number(number));
    assert.deepEqual(
      found,
      rows.map((_, i) => i),
    );
  });

  test("has as many columns as its longest row, even if that row is far down", async () => {
    const rows = Array.from({ length: 900 }, (_, i) => (i === 800 ? "1,2,third,fourth" : `${i},${i}`));
    const text = (await pageTexts(await print(`a,b\n${rows.join("\n")}\n`))).join(" ");
    assert.match(text, /1\s*2\s*third\s*fourth/);
  });

  test("holds the rest of a row that is far longer than the others in its last column, with a warning", async () => {
    const long = Array.from({ length: 500 }, (_, i) => `x${i}`).join(",");
    const csv = `a,b\n${"1,2\n".repeat(600)}${long}\n`;
    const made = await csvToPdf.run(
      { bytes: Buffer.from(csv), title: "", pageSetup: PLAIN_PAGE },
      AbortSignal.timeout(600_000),
    );
    assert.deepEqual(
      made.warnings.map(({ code }) => code),
      ["cells-joined"],
    );
    const text = squeezed((await pageTexts(await bytesOf(made))).join(""));
    for (const cell of ["x0", "x1,x2,", "x499"]) assert.ok(text.includes(cell), cell);
  });

  test("has its whole head, and an ellipsis only if the head would take half the page", async () => {
    const questions = Array.from(
      { length: 8 },
      (_, i) => `Question ${i}: ${"how content are you with it ".repeat(12)}end${i}`,
    );
    const whole = (await pageTexts(await print(`${questions.join(",")}\n${"1,".repeat(7)}1\n`))).join("");
    for (const number of questions.keys()) assert.match(whole, new RegExp(`end${number}`));
    const csv = `${"word ".repeat(10_000)},b\n1,2\n`;
    const made = await csvToPdf.run(
      { bytes: Buffer.from(csv), title: "", pageSetup: PLAIN_PAGE },
      AbortSignal.timeout(600_000),
    );
    assert.deepEqual(
      made.warnings.map(({ code }) => code),
      ["head-shortened"],
    );
    const [page] = await pageTexts(await bytesOf(made));
    assert.match(page!, /…\s*b?\s*1\s*2/);
  });

  test("never breaks the words of the first column that wide tables repeat", async () => {
    const head = Array.from({ length: 60 }, (_, i) => (i === 0 ? "RespondentID" : `Question number ${i}`));
    const rows = Array.from({ length: 5 }, (_, i) =>
      head.map((_, at) => (at === 0 ? `R_${i}abcdefgh` : `answer ${at}`)),
    );
    const pdf = await print([head, ...rows].map((row) => row.join(",")).join("\n"));
    const words = await withPdfJs(pdf, async (document) => {
      const { items } = await (await document.getPage(2)).getTextContent();
      return items.map((item) => ("str" in item ? item.str : ""));
    });
    for (const word of ["RespondentID", "R_0abcdefgh"]) assert.ok(words.includes(word), words.join("/"));
  });

  test("has the text of a cell with only emoji", async () => {
    assert.match((await pageTexts(await print("mood,number\n🚀,1\n👩‍👩‍👧,2\n"))).join(""), /🚀\s*1\s*👩‍👩‍👧\s*2/u);
  });

  test("sets amounts at the right of their column, and codes, telephone numbers and dates at the left", async () => {
    const csv = [
      "Amount of money;Postal code of it;Telephone to call;Date of the day;Customer number",
      "1.234,50;01067;+49 30 1234567;01.02.2024;40012345",
      "-2,5;80331;+49 89 76543;11.12.2024;40012346",
      "12,00;50667;+49 221 998877;21.10.2024;40012347",
    ].join("\n");
    const lefts = await withPdfJs(await print(csv), async (document) => {
      const { items } = await (await document.getPage(1)).getTextContent();
      const texts = items.flatMap((item) => ("str" in item && item.str.trim() !== "" ? [item] : []));
      return new Map(texts.map(({ str, transform }) => [str, Math.round(transform[4])]));
    });
    for (const [title, cell] of [
      ["Postal code of it", "01067"],
      ["Telephone to call", "+49 30 1234567"],
      ["Date of the day", "01.02.2024"],
      ["Customer number", "40012345"],
    ] as const) {
      assert.equal(lefts.get(cell), lefts.get(title), cell);
    }
    assert.ok(lefts.get("12,00")! > lefts.get("Amount of money")!);
  });

  for (const [script, cells] of Object.entries({
    Latin: ["Grüße, Ærø", "Łódź"],
    Greek: ["Ελληνικά"],
    Cyrillic: ["Русский язык"],
    Vietnamese: ["Tiếng Việt"],
    Chinese: ["中文漢字"],
    Japanese: ["日本語かなカナ"],
    Korean: ["한국어"],
    Hebrew: ["שלום עולם"],
    Arabic: ["مرحبا بالعالم"],
    Devanagari: ["क्षत्रिय हिन्दी"],
    Bengali: ["বাংলা"],
    Tamil: ["தமிழ்"],
    Thai: ["ภาษาไทย"],
    symbols: ["∑ ∫ √ → ★ €"],
  })) {
    test(`shows ${script} with glyphs of a font that has it, and its text can be extracted`, async () => {
      const pdf = await print(`head\n${cells.map((cell) => `"${cell}"`).join("\n")}\n`);
      const text = squeezed((await pageTexts(pdf)).join("")).normalize("NFC");
      for (const cell of cells) {
        // PDF.js gives shaped letters by their glyphs: the same letters, not always in the same order.
        const expected = [...squeezed(cell).normalize("NFC")];
        const missing = expected.filter((letter) => /\p{L}|\p{S}/u.test(letter) && !text.includes(letter));
        assert.deepEqual(missing, [], text);
      }
    });

    test(`lets poppler extract ${script} letter by letter`, { skip: !hasPoppler && "no pdftotext" }, async () => {
      const text = squeezed(popplerText(await print(`head\n${cells.map((cell) => `"${cell}"`).join("\n")}\n`)));
      for (const cell of cells) {
        const expected = squeezed(cell);
        assert.ok(text.normalize("NFC").includes(expected.normalize("NFC")), `${expected} is not in ${text}`);
      }
    });
  }

  test("shows emoji in colour, joined ones as one", async () => {
    await withPdfJs(await print("a\nHi 😀\n👍🏽 and 🇩🇪\n1️⃣\n"), async (document) => {
      const { fnArray } = await (await document.getPage(1)).getOperatorList();
      assert.equal(fnArray.filter((code) => code === OPS.paintImageXObject).length, 4);
    });
  });

  test("is tagged, with head cells, while it is small", async () => {
    await withPdfJs(await print("a,b\n1,2\n"), async (document) => {
      const tree = JSON.stringify(await (await document.getPage(1)).getStructTree());
      assert.match(tree, /"role":"Table".*"role":"TH".*"role":"TD"/);
    });
  });

  test("of sixty columns continues on further pages, the first column repeated", async () => {
    const line = (row: number) => Array.from({ length: 60 }, (_, at) => `r${row}c${at}.`).join(",");
    const pages = await pageTexts(await print([0, 1, 2].map(line).join("\n")));
    assert.ok(pages.length > 1);
    for (const page of pages) assert.match(page, /r1c0\./);
    const all = pages.join("");
    for (let at = 0; at < 60; at++) assert.ok(all.includes(`r2c${at}.`), `column ${at}`);
  });

  test("accepts a cell of a megabyte, 300 columns, and a single cell", async () => {
    const long = await pageTexts(await print(`a,b\n1,${"word ".repeat(200_000)}\n2,end\n`));
    assert.ok(long.length > 50 && /end/.test(long.at(-1)!));
    const wide = await print(`${Array(300).fill("c").join(",")}\n${Array(300).fill("1").join(",")}\n`);
    assert.ok((await pageTexts(wide)).length > 1);
    assert.match((await pageTexts(await print("only")))[0]!, /only/);
  });

  test("shows letters that are joined to one glyph so that PDFium finds them", async () => {
    const sentence = "السلام عليكم لا إله إلا الله الآن الأول";
    const document = openDocument(await loadPdfium(256 * MB), await print(`head\n${sentence}\n`));
    const page = withPage(document!, 0, (handle) => readTextPage(document!, handle, { format: "text", position: 0 }));
    document!.close();
    assert.match(String(page?.content), new RegExp(sentence));
  });

  test("accepts a cell of many shaped letters", async () => {
    const pages = await pageTexts(await print(`a,b\n1,"${"مرحبا بالعالم ".repeat(6000)}"\nend,2\n`));
    assert.match(pages.at(-1)!, /end/);
  });

  test("refuses a row that would fill the memory, with its number", { timeout: 600_000 }, async () => {
    const csv = `a,b\n1,2\n3,"${"word ".repeat(2_000_000)}"\n`;
    await assert.rejects(print(csv), { code: "PROCESSING_FAILED", message: /^Row 3 has 10,000,001 characters/ });
  });

  test("is the same to the byte for the same file", async () => {
    assert.deepEqual(await print("a,b\n1,2\n"), await print("a,b\n1,2\n"));
  });

  test("is stopped at its deadline, and the next table is written", async () => {
    const large = `a,b,c\n${"1,2,three\n".repeat(1_000_000)}`;
    const signal = AbortSignal.timeout(300);
    await assert.rejects(print(large, PLAIN_PAGE, signal), { name: "TimeoutError" });
    assert.ok((await print("a\n1\n")).length > 0);
  });

  test("of 200,000 rows is written to a file, which is removed when it is sent", { timeout: 600_000 }, async () => {
    const rows = Array.from(
      { length: 200_000 },
      (_, i) => `${i},${(i * 7919) % 10_007},text number ${(i * 31) % 9973}`,
    );
    const bytes = Buffer.from(`a,b,c\n${rows.join("\n").padEnd(9_000_000, "\n")}`);
    const { body: made } = await csvToPdf.run(
      { bytes, title: "T", pageSetup: PLAIN_PAGE },
      AbortSignal.timeout(600_000),
    );
    assert.ok("path" in made && made.size > 4_000_000);
    await made.remove?.();
  });
});
