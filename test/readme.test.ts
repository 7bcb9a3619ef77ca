import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, suite, test } from "node:test";
import { promisify } from "node:util";
import { WARNINGS } from "../lib/workers/warnings.ts";
import { curl } from "./support/curl.ts";
import { docx, paragraph } from "./support/office/docx.ts";
import { xlsx } from "./support/office/xlsx.ts";
import { textPdf } from "./support/pdf/raw.ts";
import { endpoints, newAccount, url } from "./support/platen.ts";
import { stylesheet } from "./support/stylesheet.ts";

const readme = await readFile("README.md", "utf8");
const commands = [...readme.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, command]) => command!.trim());

const folder = await mkdtemp(join(tmpdir(), "platen-readme-"));
after(() => rm(folder, { recursive: true, force: true }));
const files: Record<string, string | Uint8Array> = {
  "notes.md": "# Notes\n\n- one\n- two\n",
  "prices.csv": "item,price\nLamp,12.50\n",
  "letter.pdf": textPdf("Letter"),
  "annex.pdf": textPdf("Annex", "Annex again"),
  "letter.docx": docx(paragraph("Dear reader")),
  "accounts.xlsx": xlsx([["Income", 3]]),
  "catalogue.xml": "<catalogue><item>Lamp</item></catalogue>",
  "catalogue.xsl": stylesheet('<xsl:value-of select="//item"/>', '<xsl:param name="title"/>'),
};
for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
const program = await curl();

suite("the README", () => {
  test("shows each endpoint as a curl line", () => {
    const shown = commands.flatMap((command) => [...command.matchAll(/\$URL(\S+)/g)].map(([, path]) => path));
    assert.deepEqual(new Set(shown), new Set(["/uploads", ...endpoints.map(({ contract }) => contract.path)]));
  });

  for (const command of commands) {
    const [, path = "", name = ""] = /.*\$URL(\S+)[\s\S]* -o (\S+)/s.exec(command) ?? [];
    const ahead = command.includes("X-Body-Ref") ? ", with its body sent ahead," : "";
    test(`shows a line for ${path}${ahead} that works`, async () => {
      const { key } = await newAccount(10);
      await promisify(execFile)("sh", ["-c", command.replaceAll(/\bcurl\b/g, `${program} -sS`)], {
        cwd: folder,
        env: { ...process.env, URL: url, KEY: key },
      });
      assert.ok((await stat(join(folder, name))).size > 0);
      assert.equal(endpoints.find(({ contract }) => contract.path === path)!.contract.output.name, name);
    });
  }

  test("names every setting, every error code, every warning and every dependency", async () => {
    const settings = [...(await readFile("lib/config.ts", "utf8")).matchAll(/"((?:PLATEN_\w+)|PORT)"/g)];
    const codes = [...(await readFile("lib/errors.ts", "utf8")).matchAll(/^ {2}([A-Z_]+): \d+/gm)];
    const { dependencies } = JSON.parse(await readFile("package.json", "utf8"));
    const warnings = Object.keys(WARNINGS).map((code) => [code, code]);
    const inside = /^PLATEN_(CHROMIUM|FONTS|LIBREOFFICE)$/;
    for (const [, name = ""] of [...settings, ...codes, ...warnings]) {
      if (!inside.test(name)) assert.ok(readme.includes(`\`${name}\``), `${name} is not in the README`);
    }
    for (const name of Object.keys(dependencies)) assert.ok(readme.includes(`\`${name}\``), `${name} is not explained`);
  });
});
