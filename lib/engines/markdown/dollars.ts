import { defineMdastPlugin, markdownToHtml } from "satteri";

// What is escaped, two dollars with what is between them, a formula between single ones, and a dollar that begins none.
// As with pandoc a formula begins and ends with no space, and no digit follows it; nor does a capital, as with $A:$B. It
// holds no code, and none is endless.
const DOLLARS =
  /\\[\s\S]|\$\$(?:(?!\n[ \t]*\n)[\s\S]){0,9999}?\$\$|\$(?![\s$])(?:`[^`$]+`|(?:\\[\s\S]|(?!\n[ \t]*\n)[^$\\`]){0,999})(?<!\s)\$(?![\dA-Z_$])|(\$)/g;

/** Escapes the dollars that are no formula's, such as those of prices: the parser takes any two in a paragraph for one. */
export const escapeDollars = (source: string): string => {
  const lone = [...source.matchAll(DOLLARS)].flatMap(({ 1: dollar, index }) => (dollar === undefined ? [] : [index]));
  if (lone.length < 2) return source;
  let escaped = "";
  let done = 0;
  let next = 0;
  // Only in text: in code and in addresses a backslash would be seen.
  const texts = defineMdastPlugin({
    name: "dollars",
    options: { position: true },
    text({ value, position }) {
      if (position === undefined || !value.includes("$")) return;
      const [from, to] = [position.start.offset ?? 0, position.end.offset ?? 0];
      for (; next < lone.length && lone[next]! < to; next++) {
        if (lone[next]! < from) continue;
        escaped += `${source.slice(done, lone[next])}\\`;
        done = lone[next]!;
      }
    },
  });
  markdownToHtml(source, { features: { math: { singleDollarTextMath: false } }, mdastPlugins: [texts] });
  return escaped + source.slice(done);
};
