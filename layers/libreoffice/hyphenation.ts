import { mkdir, readdir, readFile, realpath, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";

/** The name of a dictionary, or of a link to it, for a language with or without a region, such as `hyph_de_AT.dic`. */
const DICTIONARY = /^hyph_([a-z]{2,3}(?:_[A-Z]{2})?)\.dic$/;

/** More languages of a dictionary, to which its package has no links. */
const MORE_LANGUAGES: Readonly<Record<string, readonly string[]>> = {
  "hyph_en_GB.dic": ["en-HK", "en-IE", "en-IN", "en-NZ", "en-SG"],
  "hyph_en_US.dic": ["en-CA", "en-PH"],
};

/**
 * The letters that a pattern may have, for dictionaries with very many patterns. The time to read them grows with the square of
 * their number: German takes 3.4 s with all of them and 0.3 s with these, which divide one of 50 words at other places.
 */
const PATTERN_LIMITS: Readonly<Record<string, number>> = { "hyph_de_DE.dic": 12 };

/** A dictionary without its long patterns; settings and comments stay. Patterns have a digit where a word may be divided. */
const withoutLongPatterns = (dictionary: string, limit: number): string => {
  const isKept = (line: string) => /^[#A-Z]/.test(line) || line.replaceAll(/\d/g, "").length <= limit;
  return dictionary.split("\n").filter(isKept).join("\n");
};

const FOLDER = "share/hyphen";

/** A dictionary as LibreOffice's configuration names it (`org.openoffice.Office.Linguistic`). */
const dictionaryNode = (file: string, languages: readonly string[]): string => `
        <node oor:name="${basename(file, ".dic")}" oor:op="fuse">
          <prop oor:name="Locations" oor:type="oor:string-list"><value>vnd.sun.star.expand:$BRAND_BASE_DIR/${FOLDER}/${file}</value></prop>
          <prop oor:name="Format" oor:type="xs:string"><value>DICT_HYPH</value></prop>
          <prop oor:name="Locales" oor:type="oor:string-list"><value>${languages.join(" ")}</value></prop>
        </node>`;

const configuration = (nodes: readonly string[]): string => `<?xml version="1.0" encoding="UTF-8"?>
<oor:data xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:oor="http://openoffice.org/2001/registry">
  <dependency file="main"/>
  <oor:component-data oor:name="Linguistic" oor:package="org.openoffice.Office">
    <node oor:name="ServiceManager">
      <node oor:name="Dictionaries">${nodes.join("")}
      </node>
    </node>
  </oor:component-data>
</oor:data>
`;

/**
 * Copies the hyphenation dictionaries of the packages, for documents that ask for hyphenation, and lists them for LibreOffice. A
 * package has its dictionary once and links to it, one for each language and region.
 */
export const addHyphenation = async (packages: string, tree: string): Promise<void> => {
  const source = join(packages, "usr/share/hyphen");
  const languages = new Map<string, string[]>();
  for (const name of (await readdir(source)).sort()) {
    const [, language] = DICTIONARY.exec(name) ?? [];
    if (language === undefined) continue;
    const file = await realpath(join(source, name));
    languages.set(file, [...(languages.get(file) ?? []), language.replace("_", "-")]);
  }
  await mkdir(join(tree, FOLDER), { recursive: true });
  for (const file of languages.keys()) {
    const limit = PATTERN_LIMITS[basename(file)];
    const dictionary = await readFile(file, "latin1");
    const copied = limit === undefined ? dictionary : withoutLongPatterns(dictionary, limit);
    await writeFile(join(tree, FOLDER, basename(file)), copied, "latin1");
  }
  const nodes = [...languages].map(([path, tags]) => {
    const file = basename(path);
    return dictionaryNode(file, [...tags, ...(MORE_LANGUAGES[file] ?? [])]);
  });
  await writeFile(join(tree, "share/registry/zz-hyphenation.xcd"), configuration(nodes));
};
