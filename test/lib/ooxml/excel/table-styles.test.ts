import assert from "node:assert/strict";
import { after, suite, test } from "node:test";
import { zip } from "../../../../layers/libreoffice/zip.ts";
import { prepareWorkbook } from "../../../../lib/ooxml/excel/prepare.ts";
import { presetTableStyle } from "../../../../lib/ooxml/excel/table-styles/presets.ts";
import { elementsOf } from "../../../../lib/ooxml/excel/table-styles/style-sheet.ts";
import { sheetsOf } from "../../../../lib/ooxml/excel/workbook.ts";
import { openPackage } from "../../../../lib/ooxml/package.ts";
import { noOffice, printExcel } from "../../../support/office/engine.ts";
import { type Cell, type SheetParts, xlsxFiles } from "../../../support/office/xlsx.ts";
import { readPages } from "../../../support/pdf-text.ts";
import { stopEngines } from "../../../support/print.ts";

after(stopEngines);

const SPREADSHEET = "openxmlformats-officedocument.spreadsheetml";
const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";

const solid = (colour: string) => `<fill><patternFill><bgColor rgb="FF${colour}"/></patternFill></fill>`;
const COLOURS = {
  headerRow: "AA0001",
  totalRow: "AA0002",
  firstColumn: "AA0003",
  firstRowStripe: "AA0004",
  secondRowStripe: "AA0005",
};

/** Styles with the style "Own", which has a colour for each kind of cells, and a format of cells with a fill. */
const styles = (prefix = "") => {
  const names = Object.keys(COLOURS);
  const xml =
    `<styleSheet xmlns="${MAIN}"><fonts><font><sz val="11"/></font></fonts>` +
    '<fills><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>' +
    '<fill><patternFill patternType="solid"><fgColor rgb="FFBB0001"/></patternFill></fill></fills>' +
    '<borders><border/></borders><cellStyleXfs><xf/></cellStyleXfs><cellXfs><xf/><xf fillId="2" applyFill="1"/></cellXfs>' +
    `<dxfs>${names.map((name) => `<dxf><font><b/></font>${solid(COLOURS[name as keyof typeof COLOURS])}</dxf>`).join("")}</dxfs>` +
    `<tableStyles><tableStyle name="Own &amp; only">${names.map((type, id) => `<tableStyleElement type="${type}" dxfId="${id}"/>`).join("")}</tableStyle></tableStyles></styleSheet>`;
  return prefix === "" ? xml : xml.replace(/<(\/?)(\w)/g, `<$1${prefix}:$2`).replace("xmlns=", `xmlns:${prefix}=`);
};

const workbook = (
  sheet: Pick<SheetParts, "rows" | "before">,
  reference: string,
  { info = 'showFirstColumn="1" showRowStripes="1"', prefix = "", hidden = 0 } = {},
): Buffer => {
  const files = xlsxFiles(
    [
      {
        ...sheet,
        after: '<tableParts><tablePart r:id="t"/></tableParts>',
        related: [{ id: "t", type: "table", target: "../tables/table1.xml" }],
      },
    ],
    {
      parts: {
        "xl/styles.xml": styles(prefix),
        "xl/tables/table1.xml": `<table xmlns="${MAIN}" id="1" name="T" displayName="T" ref="${reference}" totalsRowCount="1"><tableColumns><tableColumn id="1" name="a"/></tableColumns><tableStyleInfo name="Own &amp; only" ${info}/></table>`,
      },
      types: { "xl/styles.xml": `${SPREADSHEET}.styles+xml`, "xl/tables/table1.xml": `${SPREADSHEET}.table+xml` },
      related: [{ id: "rIdS", type: "styles", target: "styles.xml" }],
    },
  );
  const name = "xl/worksheets/sheet1.xml";
  const sheetXml = String(files[name]).replace(`<row r="${hidden}"`, '$& hidden="1"');
  return zip({ ...files, [name]: sheetXml });
};

const prepared = async (bytes: Buffer) => {
  const before = await openPackage(bytes);
  const { bytes: changed, warnings } = prepareWorkbook(before, bytes, await sheetsOf(before), { fileName: "b.xlsx" });
  const { files, read } = await openPackage(changed);
  const part = (name: string) => read(files.get(name)!).toString();
  return { sheet: part("xl/worksheets/sheet1.xml"), styles: part("xl/styles.xml"), warnings };
};

/** The last two digits of the fills of a sheet's cells, by their places; `--` without a fill. */
const fillsOf = ({ sheet, styles }: { sheet: string; styles: string }): Record<string, string> => {
  const [root] = elementsOf(styles);
  const lists = new Map(elementsOf(root!.content).map(({ name, content }) => [name, elementsOf(content)]));
  const cells = [...sheet.matchAll(/<c ([^>]*)>/g)].map(([, attributes = ""]) => {
    const xf = lists.get("cellXfs")![Number(/\bs="(\d+)"/.exec(attributes)?.[1] ?? 0)]!;
    const fill = lists.get("fills")![Number(xf.attributes.get("fillId") ?? 0)]!;
    const place = /\br="(\w+)"/.exec(attributes)?.[1] ?? "";
    return [place, /rgb="FF\w{4}(\w\w)"/.exec(fill.xml)?.[1] ?? "--"] as const;
  });
  return Object.fromEntries(cells);
};

const own = (place: string): Cell => ({ xml: `<c r="${place}" s="1"><v>1</v></c>` });

suite("the style of a table", () => {
  test("becomes formats of its cells, and what a cell's own format says comes first", async () => {
    const rows = [
      ["a", "b", "out"],
      [1, 2, 3],
      [1, own("B3")],
      [1, 2],
      ["sum", 4, 5],
    ];
    for (const prefix of ["", "x"]) {
      assert.deepEqual(fillsOf(await prepared(workbook({ rows }, "A1:B5", { prefix }))), {
        ...{ A1: "01", B1: "01", C1: "--" },
        ...{ A2: "03", B2: "04", C2: "--" },
        ...{ A3: "03", B3: "01" },
        ...{ A4: "03", B4: "04" },
        ...{ A5: "02", B5: "02", C5: "--" },
      });
    }
  });

  test("shows only the elements that the table asks for", async () => {
    const rows = [["a"], [1], [2], [3]];
    assert.deepEqual(fillsOf(await prepared(workbook({ rows }, "A1:A4", { info: "" }))), {
      ...{ A1: "01", A2: "--", A3: "--", A4: "02" },
    });
  });

  test("reaches cells and rows that the file does not have", async () => {
    const rows = [[], ["", "a"], [], ["", "", "", "out"]];
    const { A2, A4, D4, ...fills } = fillsOf(
      await prepared(workbook({ rows }, "B2:C6", { info: 'showRowStripes="1"' })),
    );
    assert.deepEqual(fills, {
      ...{ B2: "01", C2: "01", B3: "04", C3: "04", B4: "05", C4: "05", B5: "04", C5: "04", B6: "02", C6: "02" },
    });
    assert.deepEqual([A2, A4, D4], ["--", "--", "--"]);
  });

  test("counts no hidden rows for its stripes", async () => {
    const rows = [["a"], [1], [2], [3], [4]];
    const bytes = workbook({ rows }, "A1:A5", { info: 'showRowStripes="1"', hidden: 3 });
    const { A2, A4 } = fillsOf(await prepared(bytes));
    assert.deepEqual([A2, A4], ["04", "05"]);
  });

  test("is reported to be incomplete for a table of a million rows, and takes no long time", {
    timeout: 20_000,
  }, async () => {
    const { sheet, warnings } = await prepared(workbook({ rows: [["a"]] }, "A1:XFD1048576"));
    assert.deepEqual(
      warnings.map(({ code, place }) => [code, place]),
      [["table-style-left-out", "sheet 1"]],
    );
    assert.ok(sheet.length < 10_000_000);
  });

  test("exists for all names that Excel has, and no others", () => {
    const kinds = { Light: 21, Medium: 28, Dark: 11 };
    for (const [kind, count] of Object.entries(kinds)) {
      for (let number = 1; number <= count; number++)
        assert.ok(presetTableStyle(`TableStyle${kind}${number}`)?.has("headerRow"), `${kind}${number}`);
      for (const number of [0, count + 1, "01"])
        assert.equal(presetTableStyle(`TableStyle${kind}${number}`), undefined);
    }
    const medium = presetTableStyle("TableStyleMedium9");
    assert.match(medium?.get("headerRow")?.format["fill"] ?? "", /<fgColor theme="4"\/>/);
    assert.match(medium?.get("firstRowStripe")?.format["fill"] ?? "", /<fgColor theme="4" tint="0.6"\/>/);
  });
});

suite("excel-to-pdf", { skip: noOffice }, () => {
  test("draws the style of a table", async () => {
    const [page] = await readPages(
      await printExcel(
        workbook(
          {
            rows: [
              ["a", "b"],
              [1, 2],
              [3, 4],
              ["sum", 6],
            ],
          },
          "A1:B4",
        ),
      ),
    );
    for (const colour of ["#aa0001", "#aa0002", "#aa0003", "#aa0004", "#aa0005"])
      assert.ok(page!.fills.includes(colour), `${colour} in ${page!.fills}`);
  });
});
