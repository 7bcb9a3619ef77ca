/** A step of a glyph's outline, relative to the previous step; or the stem hints that apply from here on. */
export type OutlineStep =
  | { kind: "move" | "line"; by: [number, number] }
  | { kind: "curve"; by: [number, number, number, number, number, number] }
  | { kind: "stems"; stems: Stem[] };

/** A stem hint: horizontal by bottom and height, vertical by left side and width, in glyph space. */
export interface Stem {
  vertical: boolean;
  from: number;
  size: number;
}

export interface Outline {
  width: number;
  steps: OutlineStep[];
}
