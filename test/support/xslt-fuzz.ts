import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { xmlToHtml } from "../../lib/engines/xml-to-html.ts";
import { ServiceError } from "../../lib/errors/service-error.ts";
import { mutate, mutateMarkup, randomFrom } from "./mutation.ts";

const XSLT_WORDS = [
  ...["&#0;", "&e;", '<!ENTITY e "&e;">', "<![CDATA[", "]]>", "<!--", "-->", "<?", "?>", "<!DOCTYPE a [", "]>"],
  ...["<xsl:", "</", "/>", "\u00e9", "\ud83d\ude00", 'xmlns:a=""', 'version="2.0"'],
];

const ATTRIBUTE_VALUES = [
  ...["//*", "*", "node()", "@*", "..", ".//.", "current()", "a | b", "//*[last()]/preceding::*[1]", "id('x')"],
  ...["document('')", "key('k', .)", "generate-id(.)", "format-number(., '#')", "translate(., 'a', '')"],
  ...["str:tokenize(., '')", "dyn:evaluate('.')", "dyn:map(//*, '..')", "exsl:node-set($v)", "date:add(., 'P1M')"],
  ...["-1", "1e308", "4294967296", "0 div 0", "position() mod 2", "concat(., .)", "substring(., -1, 1e9)"],
  ...["{//*}", "{", "yes", "number", "1.a.I"],
];

/** The number of mutated requests by their code; a crash of the engine counts under its message. */
type Tally = Record<string, number>;

/** Runs this many mutations of the fixtures, each with a deadline. Returns the counts. */
export const fuzz = async (count: number, seed: number): Promise<Tally> => {
  const folder = "test/fixtures/xslt";
  const names = (await readdir(folder)).filter((file) => file.endsWith(".xsl")).map((file) => file.slice(0, -4));
  const read = (name: string) =>
    Promise.all(["xml", "xsl"].map((ending) => readFile(join(folder, `${name}.${ending}`))));
  const pairs = await Promise.all(names.map(read));
  const random = randomFrom(seed);
  const tally: Tally = {};
  for (let round = 0; round < count; round++) {
    const [xml = Buffer.alloc(0), xslt = Buffer.alloc(0)] = pairs[round % pairs.length] ?? [];
    const mutated = (bytes: Buffer): Uint8Array =>
      round % 3 === 0
        ? mutate(bytes, random, XSLT_WORDS)
        : Buffer.from(mutateMarkup(bytes.toString(), random, ATTRIBUTE_VALUES));
    const part = random();
    const job = {
      xml: part < 0.5 ? mutated(xml) : xml,
      xslt: part > 0.3 ? mutated(xslt) : xslt,
      params: { p: ATTRIBUTE_VALUES[round % ATTRIBUTE_VALUES.length] ?? "" },
    };
    const signal = AbortSignal.timeout(3000);
    const end = await xmlToHtml.run(job, signal).then(
      () => "done",
      (error: unknown) =>
        error === signal.reason ? "deadline" : error instanceof ServiceError ? error.code : `crash: ${String(error)}`,
    );
    tally[end] = (tally[end] ?? 0) + 1;
  }
  return tally;
};
