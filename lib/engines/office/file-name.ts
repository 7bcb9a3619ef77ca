/** UTF-8 bytes of a name without its ending: file systems take 255 in all. */
const LONGEST = 200;

const cut = (text: string): string =>
  Buffer.from(text)
    .subarray(0, LONGEST)
    .toString()
    .replace(/\uFFFD+$/, "");

/**
 * What the file of a document is called while it is converted: as the caller calls it, since fields print that, without
 * folders and control characters. `usual`, such as `document.docx`, has the ending, and is the name where there is none.
 */
export const fileName = (given: string | undefined, usual: string): string => {
  const ending = usual.slice(usual.indexOf("."));
  const own = (given ?? "")
    .split(/[\\/]/)
    .at(-1)!
    .replace(/[\p{Cc}\p{Cs}]/gu, "")
    .trim();
  const stem = own.toLowerCase().endsWith(ending) ? own.slice(0, -ending.length) : own;
  return stem === "" ? usual : cut(stem) + (own.slice(stem.length) || ending);
};
