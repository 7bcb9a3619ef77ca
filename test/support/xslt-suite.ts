import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

/** One case of libxslt's own test suite. */
export interface SuiteCase {
  /** `exslt/math/abs.1`. */
  readonly name: string;
  readonly xml: string;
  readonly xslt: string;
  /** What it must give; undefined where the suite has no file for it. */
  readonly expected: string | undefined;
}

const FOLDERS = ["REC", "general", "keys", "namespaces", "numbers", "extensions", "XSLTMark", "reports"];

/** Paths of the suite's cases: a stylesheet and the document of the same name, beside it or in `docs`. */
export const suiteCases = async (source: string): Promise<SuiteCase[]> => {
  const tests = join(source, "tests");
  const exslt = await readdir(join(tests, "exslt"), { withFileTypes: true });
  const folders = [...FOLDERS, ...exslt.filter((entry) => entry.isDirectory()).map(({ name }) => `exslt/${name}`)];
  const cases: SuiteCase[] = [];
  for (const folder of folders.filter((name) => name !== "exslt/crypto")) {
    for (const file of (await readdir(join(tests, folder))).filter((entry) => entry.endsWith(".xsl")).sort()) {
      const name = file.slice(0, -".xsl".length);
      const documents = [join(tests, folder, `${name}.xml`), join(tests, "docs", `${name}.xml`)];
      const xml = documents.find((path) => existsSync(path));
      if (xml === undefined) continue;
      const out = join(tests, folder, `${name}.out`);
      const expected = existsSync(out) ? out : undefined;
      cases.push({ name: `${folder}/${name}`, xml, xslt: join(tests, folder, file), expected });
    }
  }
  return cases;
};

/** True where a case needs a second file, which a request has no way to bring: an include, a DTD, a document(). */
export const needsMoreFiles = async ({ xml, xslt }: SuiteCase): Promise<boolean> => {
  const [document, stylesheet] = await Promise.all([readFile(xml, "latin1"), readFile(xslt, "latin1")]);
  const dtd = /<!(DOCTYPE|ENTITY)[^[>]*\s(SYSTEM|PUBLIC)\s/;
  const reads = /<xsl:(import|include)\b|document\(\s*(?!'')/;
  return dtd.test(document) || dtd.test(stylesheet) || reads.test(stylesheet);
};
