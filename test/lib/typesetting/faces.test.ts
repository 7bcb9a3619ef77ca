import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { after, suite, test } from "node:test";
import { csvToPdf } from "../../../lib/engines/csv-to-pdf.ts";
import { PLAIN_PAGE } from "../../../lib/engines/page-setup.ts";
import { fontsFolder } from "../../../lib/fonts/folder.ts";
import { warmParts } from "../../../lib/workers/warm.ts";
import { bytesOf } from "../../support/finished.ts";
import { pageTexts } from "../../support/pdf/look.ts";

after(() => warmParts().get(csvToPdf.name)!.stop());
const print = (csv: string) =>
  csvToPdf.run({ bytes: Buffer.from(csv), title: "T", pageSetup: PLAIN_PAGE }, AbortSignal.timeout(600_000));

/** The first letters of each script that has a file in the font set, as ICU of Node knows them: `{ Adlam: "𞤀𞤁𞤂" }`. */
const lettersOfScripts = (): Record<string, string> => {
  const names = readdirSync(join(fontsFolder, "files")).flatMap(
    (file) => /^NotoSans(\w+)-Regular/.exec(file)?.[1] ?? [],
  );
  const scripts = new Map<string, RegExp>();
  for (const name of names) {
    const script = name === "NKo" ? "Nko" : name.replace(/([a-z])([A-Z])/g, "$1_$2");
    try {
      scripts.set(script, new RegExp(`^(?=\\p{Script=${script}})[\\p{L}\\p{N}]$`, "u"));
    } catch {} // no script
  }
  const letters: Record<string, string> = {};
  for (let code = 0x370; code < 0x1f000; code++) {
    const letter = String.fromCodePoint(code);
    for (const [script, pattern] of scripts) {
      const known = letters[script] ?? "";
      if ([...known].length < 3 && pattern.test(letter)) letters[script] = known + letter;
    }
  }
  return letters;
};

suite("the cells of a CSV file", () => {
  test("are printed in every script that has a font in the font set", async () => {
    const letters = lettersOfScripts();
    assert.ok(Object.keys(letters).length > 100);
    for (const script of ["Adlam", "Coptic", "Cuneiform", "Gothic", "Phags_Pa", "Runic"]) assert.ok(letters[script]);
    const rows = Object.entries(letters).map(([script, text]) => `${script},${text}`);
    const made = await print(`script,letters\n${rows.join("\n")}\n`);
    assert.deepEqual(made.warnings, []);
    const text = (await pageTexts(await bytesOf(made))).join(" ");
    for (const letter of Object.values(letters).flatMap((each) => [...each])) assert.ok(text.includes(letter), letter);
  });

  test("are reported in a warning, by kinds, if they have characters that no font has", async () => {
    const made = await print("a,b\n\ue123 \ue124,\u{2e000}\nC,\ue123\u200d\ufe0f\u00ad\n");
    assert.deepEqual(made.warnings, [
      {
        code: "characters-missing",
        message: "Some characters are in no font (private use: 2, Han: 1); boxes or gaps stand for them.",
      },
    ]);
  });
});
