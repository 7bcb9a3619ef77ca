import type { Records } from "./excel-records.ts";

/** The record with the markers of a series, or of a point (MS-XLS, 2.4.165). */
const MARKER_FORMAT = 0x1009;
const MARKER_FORMAT_BYTES = 20;
/** The places of the colours of the outline and of the fill, of the type, of the flags, and of the colours in the palette. */
const [OUTLINE_AT, FILL_AT, TYPE_AT, FLAGS_AT, PALETTE_OUTLINE_AT, PALETTE_FILL_AT] = [0, 4, 8, 10, 12, 14];
const COLOUR_BYTES = 4;
/** The flags of markers that Excel chooses, of those without a fill, and of those without an outline. */
const [AUTOMATIC, HOLLOW, WITHOUT_OUTLINE] = [0x01, 0x10, 0x20];
const NO_MARKER = 0;
const WHITE = 0xffffff;

/** Whether markers are empty or white within an outline in a colour. */
const isHollow = (marker: Buffer): boolean => {
  const flags = marker.readUInt16LE(FLAGS_AT);
  return (
    (flags & (AUTOMATIC | WITHOUT_OUTLINE)) === 0 &&
    marker.readUInt16LE(TYPE_AT) !== NO_MARKER &&
    ((flags & HOLLOW) !== 0 || marker.readUInt32LE(FILL_AT) === WHITE) &&
    marker.readUInt32LE(OUTLINE_AT) !== WHITE
  );
};

/**
 * Fills the hollow markers in the charts of an old workbook (.xls of Excel 97 and later) with the colour of their outline, and returns
 * whether there were any. LibreOffice draws no outlines of markers: hollow ones could not be seen.
 */
export const fillHollowMarkers = (records: Records): boolean => {
  let isChanged = false;
  for (const at of records.of(MARKER_FORMAT)) {
    const marker = records.contentAt(at);
    if (marker.length < MARKER_FORMAT_BYTES || !isHollow(marker)) continue;
    marker.copyWithin(FILL_AT, OUTLINE_AT, OUTLINE_AT + COLOUR_BYTES);
    marker.copyWithin(PALETTE_FILL_AT, PALETTE_OUTLINE_AT, PALETTE_FILL_AT);
    marker.writeUInt16LE(marker.readUInt16LE(FLAGS_AT) & ~HOLLOW, FLAGS_AT);
    isChanged = true;
  }
  return isChanged;
};
