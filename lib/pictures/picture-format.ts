export type PictureFormat = "png" | "jpeg" | "webp";

/** The longest side that each format can have (WebP: RFC 9649, 2.7.1.2). */
export const SIDE_LIMIT_PIXELS: Readonly<Record<PictureFormat, number>> = { png: 65_535, jpeg: 65_535, webp: 16_383 };
