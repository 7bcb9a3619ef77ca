import { nameAt } from "../../access.ts";
import { byteToUnicode } from "../../byte-to-unicode.ts";
import { type Dict, makeDict, Name, Ref, Stream, type Value } from "../../objects.ts";
import { codesIn } from "./simple-encoding.ts";

/** A mark of the font ZapfDingbats: its character, its width there, and its outline in the same place and size. */
interface Mark {
  readonly character: number;
  readonly width: number;
  readonly outline: string;
}

const polygon = (points: readonly (readonly [number, number])[]): string =>
  `${points.map(([x, y], at) => `${x} ${y} ${at === 0 ? "m" : "l"}`).join(" ")} h f`;

const star = (): string =>
  polygon(
    Array.from({ length: 10 }, (_, at) => {
      const [angle, radius] = [Math.PI / 2 + (at * Math.PI) / 5, at % 2 === 0 ? 393 : 150];
      return [Math.round(408 + radius * Math.cos(angle)), Math.round(313 + radius * Math.sin(angle))] as const;
    }),
  );

const CIRCLE =
  "757 347 m 757 546 595 708 396 708 c 197 708 35 546 35 347 c 35 148 197 -14 396 -14 c 595 -14 757 148 757 347 c h f";

/** The marks that forms put into their boxes, by their codes. */
const MARKS: ReadonlyMap<number, Mark> = new Map([
  [
    0x34,
    {
      character: 0x2714,
      width: 755,
      outline: polygon([
        [34, 258],
        [155, 390],
        [268, 225],
        [560, 705],
        [721, 705],
        [330, -14],
        [205, -14],
      ]),
    },
  ],
  [
    0x38,
    {
      character: 0x2718,
      width: 760,
      outline: polygon([
        [35, 110],
        [136, 8],
        [381, 254],
        [625, 8],
        [726, 110],
        [481, 355],
        [726, 600],
        [625, 702],
        [381, 456],
        [136, 702],
        [35, 600],
        [280, 355],
      ]),
    },
  ],
  [0x48, { character: 0x2605, width: 816, outline: star() }],
  [0x6c, { character: 0x25cf, width: 791, outline: CIRCLE }],
  [0x6e, { character: 0x25a0, width: 761, outline: "35 -14 691 719 re f" }],
  [
    0x75,
    {
      character: 0x25c6,
      width: 788,
      outline: polygon([
        [35, 346],
        [394, 705],
        [754, 346],
        [394, -14],
      ]),
    },
  ],
]);

/** Whether a font is the one of marks that readers have, and strings show only marks that are known here. */
const isKnown = (font: Dict, codes: ReadonlySet<number>): boolean =>
  /^(?:[A-Z]{6}\+)?(?:ITC)?ZapfDingbats/.test(nameAt(font, "BaseFont") ?? "") &&
  [...codes].every((code) => MARKS.has(code));

/** Gives the font of marks that is not embedded drawings in the place of its glyphs. Returns whether it has. */
export const drawDingbats = (font: Dict, strings: Iterable<string>): boolean => {
  const codes = codesIn(strings);
  if (codes.size === 0 || !isKnown(font, codes)) return false;
  const sorted = [...codes].sort((a, b) => a - b);
  const [first = 0, last = 0] = [sorted[0], sorted.at(-1)];
  const widths: number[] = new Array(last - first + 1).fill(0);
  const procedures = new Map<string, Value>();
  for (const code of sorted) {
    const { width, outline } = MARKS.get(code) ?? { width: 0, outline: "" };
    widths[code - first] = width;
    const content = Buffer.from(`${width} 0 0 -14 ${width} 720 d1 ${outline}\n`, "latin1");
    procedures.set(`mark${code}`, new Ref(new Stream(new Map(), content)));
  }
  for (const key of ["BaseFont", "FontDescriptor"]) font.delete(key);
  font.set("Subtype", new Name("Type3"));
  font.set("FontBBox", [0, -14, 816, 720]).set("FontMatrix", [0.001, 0, 0, 0.001, 0, 0]);
  font.set("FirstChar", first).set("LastChar", last).set("Widths", widths);
  font.set("CharProcs", procedures).set("Resources", new Map());
  const differences = sorted.flatMap((code): Value[] => [code, new Name(`mark${code}`)]);
  font.set("Encoding", makeDict({ Type: new Name("Encoding"), Differences: differences }));
  font.set("ToUnicode", new Ref(byteToUnicode(sorted.map((code) => [code, MARKS.get(code)?.character]))));
  return true;
};
