import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { suite, test } from "node:test";
import { debianTree, type Tree } from "../../layers/debian/tree.ts";
import fonts from "../../layers/fonts/package.json" with { type: "json" };
import { noticesOf } from "../../layers/notices/notices.ts";
import { libreofficeFolder } from "../../lib/engines/office/installation.ts";
import { fontsFolder } from "../../lib/fonts/folder.ts";
import { unavailable } from "../support/debian.ts";
import { isLicence, textOf, textsByTitle } from "../support/notices.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

interface Manifest {
  readonly release?: string;
  readonly versions: Readonly<Record<string, string>>;
  readonly files: Readonly<Record<string, string>>;
}

const LIBREOFFICE = { folder: libreofficeFolder, manifest: "tree.json", release: "trixie", few: ["libyajl2", "tcc"] };
const FONTS = { folder: fontsFolder, manifest: "debian.json", release: "bookworm", few: ["fonts-crosextra-carlito"] };

for (const { folder, manifest, release, few } of [LIBREOFFICE, FONTS]) {
  const isSetUp = existsSync(join(folder, manifest));
  const read = (file: string) => readFileSync(join(folder, file), "utf8");

  suite(`the notices of ${folder.split("/").at(-1)}`, { skip: isSetUp ? false : "not set up here" }, () => {
    const { versions, files } = JSON.parse(isSetUp ? read(manifest) : '{"versions":{},"files":{}}') as Manifest;
    const texts = textsByTitle(isSetUp ? read("NOTICES.txt") : "");

    test("have a licence text for every package that came from the mirror", () => {
      // The mirror names its files by package, version and architecture (Debian Policy, 5.6.12 and deb(5)).
      const packages = Object.keys(files).flatMap((file) => /^([^_]+)_.*\.deb$/.exec(file)?.[1] ?? []);
      assert.ok(packages.length >= 5);
      for (const name of packages) assert.ok(isLicence(textOf(texts, name, versions[name]!)), name);
    });

    test("have every common licence to which they refer", () => {
      const referred = new Set(
        [...read("NOTICES.txt").matchAll(/common-licenses\/(L?GPL-[123](?:\.1)?|Apache-2\.0)\b/g)].map(
          ([, name]) => name,
        ),
      );
      assert.ok(referred.size >= 2);
      for (const name of referred) {
        const [, text] = [...texts].find(([title]) => title.startsWith(`/usr/share/common-licenses/${name},`))!;
        assert.match(text, /TERMS AND CONDITIONS|GNU LESSER GENERAL PUBLIC LICENSE/);
      }
    });

    test("have the copyright files of Debian's packages, unchanged", async (context) => {
      const scratch = temporaryFolder("notices");
      const request = { release, packages: few, dependencies: false, folder: join(scratch, "tree") };
      const tree: Tree | string = await debianTree(request).catch(unavailable);
      if (typeof tree === "string") return context.skip(tree);
      for (const name of few) {
        const copyright: string = readFileSync(join(tree.folder, "usr/share/doc", name, "copyright"), "utf8");
        assert.equal(textOf(texts, name, versions[name]!)?.trim(), copyright.trim());
      }
    });
  });
}

test("the notices of the font set have the licences of each package from npm and of its fonts", {
  skip: existsSync(fontsFolder) ? false : "not set up here",
}, () => {
  const texts = textsByTitle(readFileSync(join(fontsFolder, "NOTICES.txt"), "utf8"));
  for (const [name, { version }] of Object.entries(fonts.npm)) {
    const text = textOf(texts, name, version);
    if (name === "pdfjs-dist") {
      assert.match(text!, /Copyright \d+ PDFium Authors/);
      assert.match(text!, /Redistributions in binary form must reproduce the above/);
      continue;
    }
    assert.match(text!, /SIL OPEN FONT LICENSE/i, name);
    assert.match(text!, /Permission is hereby granted/, name);
  }
});

test("notices cannot be made of a part without a licence text", () => {
  assert.throws(() => noticesOf("It", [{ title: "part 1", texts: ["\n"] }]), /part 1 has no licence text/);
});
