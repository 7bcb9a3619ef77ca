import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

/** One case of libxslt's own test suite: paths of its files. */
export interface SuiteCase {
  /** `exslt/math/abs.1`. */
  readonly name: string;
  readonly xml: string;
  readonly xslt: string;
  /** What it must give; undefined where the suite has no file for it. */
  readonly expected: string | undefined;
  /** True where it needs a second file, which a request has no way to bring: an include, an entity, a document(). */
  readonly more: boolean;
  /** True where it asks for another encoding than UTF-8, which a request does not get. */
  readonly recoded: boolean;
}

const FOLDERS = ["REC", "general", "keys", "namespaces", "numbers", "extensions", "XSLTMark", "reports"];

/** They call an extension that is compiled into xsltproc for them alone. */
const TEST_EXTENSION = /"http:\/\/xmlsoft\.org\/XSLT\/"/;

const RECODED = /<xsl:output[^>]*\sencoding\s*=\s*["'](?!utf-?8)/i;

const needsMore = (document: string, stylesheet: string): boolean => {
  const external = /<!(DOCTYPE|ENTITY)[^[>]*\s(SYSTEM|PUBLIC)\s/;
  const reads = /<xsl:(import|include)\b|document\(\s*(?!'')/;
  return (
    external.test(document) || external.test(stylesheet) || reads.test(stylesheet) || TEST_EXTENSION.test(stylesheet)
  );
};

/** The suite's cases in libxslt's unpacked source: a stylesheet and the document of its name, beside it or in `docs`. */
export const suiteCases = async (source: string): Promise<SuiteCase[]> => {
  const tests = join(source, "tests");
  const exslt = (await readdir(join(tests, "exslt"))).filter((name) => !/Makefile|crypto/.test(name));
  const cases: SuiteCase[] = [];
  for (const folder of [...FOLDERS, ...exslt.map((name) => `exslt/${name}`)]) {
    for (const file of (await readdir(join(tests, folder))).filter((entry) => entry.endsWith(".xsl")).sort()) {
      const name = file.slice(0, -".xsl".length);
      const documents = [join(tests, folder, `${name}.xml`), join(tests, "docs", `${name}.xml`)];
      const xml = documents.find((path) => existsSync(path));
      if (xml === undefined) continue;
      const out = join(tests, folder, `${name}.out`);
      const xslt = join(tests, folder, file);
      const expected = existsSync(out) ? out : undefined;
      const [document, stylesheet] = await Promise.all([readFile(xml, "latin1"), readFile(xslt, "latin1")]);
      const traits = { more: needsMore(document, stylesheet), recoded: RECODED.test(stylesheet) };
      cases.push({ name: `${folder}/${name}`, xml, xslt, expected, ...traits });
    }
  }
  return cases;
};
