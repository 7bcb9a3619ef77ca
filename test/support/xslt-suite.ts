import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

/** A case of libxslt's test suite: the paths of its files. */
export interface SuiteCase {
  /** `exslt/math/abs.1`. */
  readonly name: string;
  readonly xml: string;
  readonly xslt: string;
  /** The expected output; undefined if the suite has no file for it. */
  readonly expected: string | undefined;
  /** Whether it needs another file, which a request cannot send: an include, an entity, a document(). */
  readonly more: boolean;
  /** Whether it asks for an encoding other than UTF-8, which the endpoint does not give. */
  readonly recoded: boolean;
}

const SUITE_FOLDERS = ["REC", "general", "keys", "namespaces", "numbers", "extensions", "XSLTMark", "reports"];

/** These cases call an extension that is only in xsltproc. */
const TEST_EXTENSION = /"http:\/\/xmlsoft\.org\/XSLT\/"/;

const RECODED = /<xsl:output[^>]*\sencoding\s*=\s*["'](?!utf-?8)/i;

const needsMore = (document: string, stylesheet: string): boolean => {
  const external = /<!(DOCTYPE|ENTITY)[^[>]*\s(SYSTEM|PUBLIC)\s/;
  const reads = /<xsl:(import|include)\b|document\(\s*(?!'')/;
  return (
    external.test(document) || external.test(stylesheet) || reads.test(stylesheet) || TEST_EXTENSION.test(stylesheet)
  );
};

/** The cases in libxslt's unpacked source: a stylesheet with the document of the same name, beside it or in `docs`. */
export const suiteCases = async (source: string): Promise<SuiteCase[]> => {
  const tests = join(source, "tests");
  const exslt = (await readdir(join(tests, "exslt"))).filter((name) => !/Makefile|crypto/.test(name));
  const cases: SuiteCase[] = [];
  for (const folder of [...SUITE_FOLDERS, ...exslt.map((name) => `exslt/${name}`)]) {
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
