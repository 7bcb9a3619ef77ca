import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { suite, test } from "node:test";
import { neededBy } from "../../layers/libreoffice/elf.ts";
import { libreofficeVersion, tree } from "../../lib/engines/office/installation.ts";
import { inEmptyRoot, rootRefused } from "../support/empty-root.ts";
import { noOffice } from "../support/office/engine.ts";

const folder = tree();
const files = (name: string): string[] => readdirSync(join(folder, name)).filter((file) => file.includes(".so"));

suite("the tree of LibreOffice", { skip: noOffice }, () => {
  test("lists its Debian versions and files", () => {
    const { versions, files: sums } = JSON.parse(readFileSync(join(folder, "tree.json"), "utf8"));
    assert.match(versions["libreoffice-calc-nogui"], new RegExp(`^4:${libreofficeVersion()}-`));
    assert.match(versions.tcc, /^\d/);
    for (const sum of Object.values(sums)) assert.match(String(sum), /^[0-9a-f]{64}$/);
  });

  test("has every library that its libraries need", () => {
    const all = new Set([...files("program"), ...files("lib")]);
    const missing = ["program", "lib"].flatMap((name) =>
      files(name).flatMap((file) =>
        neededBy(readFileSync(join(folder, name, file))).filter((needed) => !all.has(needed)),
      ),
    );
    assert.deepEqual([...new Set(missing)], []);
    assert.ok(neededBy(readFileSync(join(folder, "program/libswlo.so"))).includes("libmergedlo.so"));
  });

  test("has no library that accesses the network", () => {
    const fetching = files("program").filter((file) => /ucp(dav|cmis|ftp|gio|gvfs)|libcmis|serf|neon/.test(file));
    assert.deepEqual(fetching, []);
  });

  test("runs in an empty read-only root", (context) => {
    const refused = rootRefused();
    if (refused !== undefined) {
      console.warn(`NOT TESTED: a root of its own: ${refused}`);
      return context.skip(refused);
    }
    const script = `
      import { docx, paragraph } from ${JSON.stringify(join(import.meta.dirname, "../support/office/docx.ts"))};
      import { printWord } from ${JSON.stringify(join(import.meta.dirname, "../support/office/engine.ts"))};
      import { stopEngines } from ${JSON.stringify(join(import.meta.dirname, "../support/print.ts"))};
      const pdf = await printWord(docx(paragraph("alone")));
      console.log(Buffer.from(pdf).toString("latin1", 0, 5));
      await stopEngines();`;
    assert.equal(inEmptyRoot(script), "%PDF-\n");
  });
});
