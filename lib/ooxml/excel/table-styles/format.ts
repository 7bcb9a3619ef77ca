/**
 * Formats by their properties: `b`, `i`, `u`, `strike` and `color` of the font as elements, `fill` as an element, and the
 * sides of borders (with `vertical` and `horizontal` between cells) as the rest of their elements after the name.
 */
export type Format = Readonly<Record<string, string>>;

/** The properties of a font that a table's style can set. */
export const FONT_PROPERTIES: readonly string[] = ["b", "i", "u", "strike", "color"];

export const SIDES: readonly string[] = ["left", "right", "top", "bottom"];

/** An element of a table's style (ECMA-376, part 1, 18.8.40), and of how many rows or columns a stripe is. */
interface StyleElement {
  readonly format: Format;
  readonly size: number;
}

/** A table's style: its elements by their types (18.18.93). */
export type TableStyle = ReadonlyMap<string, StyleElement>;
