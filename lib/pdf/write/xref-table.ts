import type { CrossReference } from "./cross-reference.ts";

const OFFSET_DIGITS = 10;

/** A cross-reference table (ISO 32000-2, 7.5.4) for objects 0 to n, none of them in an object stream. */
export const xrefTable = ({ locations, size }: CrossReference): string => {
  const lines = ["0000000000 65535 f \n"];
  for (let number = 1; number < size; number++) {
    lines.push(`${String(locations[number]).padStart(OFFSET_DIGITS, "0")} 00000 n \n`);
  }
  return `xref\n0 ${size}\n${lines.join("")}`;
};
