/** A part of another project, with the texts of its licences and its copyright notices. */
export interface Part {
  /** Its name and version, such as `zlib1g 1:1.2.13 (Debian)`. */
  readonly title: string;
  readonly texts: readonly string[];
}

/** The name of the file with the notices, in the folder of what they are about. */
export const NOTICES_FILE = "NOTICES.txt";

const RULE = "=".repeat(100);
const LINE = "-".repeat(100);

/** The order of texts by their code units, which is the same on every machine. */
const inCodeUnits = (first: string, second: string): number => Number(first > second) - Number(first < second);

const trimmed = (text: string): string => text.replaceAll("\r\n", "\n").trim();

/**
 * The third-party notices of everything in a layer, a package or an image: the title of each part, and its texts. Parts with
 * the same text share it. Throws an Error for a part without a text. The same parts result in the same bytes, in any order.
 */
export const noticesOf = (subject: string, parts: readonly Part[]): string => {
  const titles = new Map<string, Set<string>>();
  for (const { title, texts } of parts) {
    const text = texts.map(trimmed).filter(Boolean).join(`\n\n${LINE}\n`);
    if (text === "") throw new Error(`${title} has no licence text`);
    titles.set(text, (titles.get(text) ?? new Set()).add(title));
  }
  const sections = [...titles].map(
    ([text, names]) => `${RULE}\n${[...names].toSorted(inCodeUnits).join("\n")}\n${LINE}\n${text}\n`,
  );
  const head = `${subject} is made from the following parts of other projects, each under its own licence.\n`;
  return [head, ...sections.toSorted(inCodeUnits)].join("\n");
};
