import { profileFor } from "./icc-profile.ts";
import { damagedPicture } from "./picture-fault.ts";
import { INCH_CENTIMETRES, type Resolution, resolutionOf } from "./resolution.ts";
import { exifOrientation } from "./tiff-directory.ts";

/** What a JPEG says of itself (ITU-T T.81, annex B). */
export interface JpegHead {
  readonly width: number;
  readonly height: number;
  readonly components: number;
  /** Bits per sample. */
  readonly precision: number;
  /** The frame's marker, which says how it is coded: 0xc0 to 0xc2 are baseline, extended and progressive. */
  readonly coding: number;
  /** Whether all of it has to be in memory before its pixels are known: it is progressive, or has a scan for some of its components. */
  readonly isInScans: boolean;
  /** Whether its components are red, green and blue as they are, by their names alone. */
  readonly isNamedRgb: boolean;
  /** Whether it has the marker of Adobe's programs, which invert CMYK. */
  readonly hasAdobeMarker: boolean;
  readonly profile: Buffer | undefined;
  /** 1 to 8. */
  readonly orientation: number;
  readonly resolution: Resolution | undefined;
}

const [START_OF_SCAN, END_OF_IMAGE, APP0, APP1, APP2, APP14] = [0xda, 0xd9, 0xe0, 0xe1, 0xe2, 0xee];
const PROGRESSIVE = 0xc2;
const EXIF = "Exif\0\0";
/** The segments of a profile are numbered with one byte. */
const PROFILE_PARTS_LIMIT = 255;
const PROFILE = "ICC_PROFILE\0";

const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
/** Markers without a segment: restarts, and what begins a picture. */
const isAlone = (marker: number): boolean => (marker >= 0xd0 && marker <= 0xd8) || marker === 0x01;

interface Segment {
  readonly marker: number;
  readonly data: Buffer;
}

/** The segments up to the end of the picture. Throws if that is missing. */
function* segments(jpeg: Buffer): Generator<Segment> {
  for (let at = jpeg.indexOf(0xff, 2); at >= 0; at = jpeg.indexOf(0xff, at)) {
    const marker = jpeg[at + 1];
    if (marker === END_OF_IMAGE) return;
    // In coded data 0xff is followed by 0, by a restart, or by itself before a marker.
    if (marker === undefined || marker === 0xff || marker === 0 || isAlone(marker)) {
      at += marker === 0xff ? 1 : 2;
      continue;
    }
    if (at + 4 > jpeg.length) break;
    const end = at + 2 + jpeg.readUInt16BE(at + 2);
    if (end > jpeg.length) break;
    yield { marker, data: jpeg.subarray(at + 4, end) };
    at = Math.max(end, at + 2);
  }
  throw damagedPicture("it ends too early");
}

/** A part of a profile that several segments hold; they are numbered from 1 (ICC.1:2004-10, B.4). */
interface ProfilePart {
  readonly number: number;
  readonly content: Buffer;
}

const profilePartOf = (data: Buffer): ProfilePart => ({ number: data[0] ?? 0, content: data.subarray(2) });

const joinedProfile = (parts: readonly ProfilePart[]): Buffer =>
  Buffer.concat(parts.toSorted((one, other) => one.number - other.number).map(({ content }) => content));

const jfifResolution = (data: Buffer): Resolution | undefined => {
  const unit = data[7];
  if (data.length < 12 || (unit !== 1 && unit !== 2)) return undefined;
  return resolutionOf(data.readUInt16BE(8), data.readUInt16BE(10), unit === 1 ? 1 : 1 / INCH_CENTIMETRES);
};

const startsWith = (data: Buffer, text: string): boolean => data.toString("latin1", 0, text.length) === text;

interface Marks {
  frame: Segment | undefined;
  /** The components in the first scan; 0 if there is none. */
  firstScan: number;
  jfif: Buffer | undefined;
  exif: Buffer | undefined;
  hasAdobeMarker: boolean;
  readonly profile: ProfilePart[];
}

const readMarks = (jpeg: Buffer): Marks => {
  const marks: Marks = {
    frame: undefined,
    firstScan: 0,
    jfif: undefined,
    exif: undefined,
    hasAdobeMarker: false,
    profile: [],
  };
  for (const segment of segments(jpeg)) {
    const { marker, data } = segment;
    if (isFrame(marker)) marks.frame ??= segment;
    else if (marker === START_OF_SCAN) marks.firstScan ||= data[0] ?? 0;
    else if (marker === APP0 && startsWith(data, "JFIF\0")) marks.jfif ??= data;
    else if (marker === APP1 && startsWith(data, EXIF)) marks.exif ??= data.subarray(EXIF.length);
    else if (marker === APP2 && startsWith(data, PROFILE) && marks.profile.length < PROFILE_PARTS_LIMIT)
      marks.profile.push(profilePartOf(data.subarray(PROFILE.length)));
    else if (marker === APP14 && startsWith(data, "Adobe")) marks.hasAdobeMarker = true;
  }
  return marks;
};

/** Reads a whole JPEG without decoding it. Throws a PictureFault if it has no end, or its head is damaged. */
export const readJpegHead = (jpeg: Buffer): JpegHead => {
  const { frame, firstScan, jfif, exif, hasAdobeMarker, profile } = readMarks(jpeg);
  const data = frame?.data;
  const components = data?.[5] ?? 0;
  if (frame === undefined || data === undefined || data.length < 6 + 3 * components || firstScan === 0)
    throw damagedPicture("its head is incomplete");
  const names = Array.from({ length: components }, (_, at) => data.readUInt8(6 + 3 * at));
  const exifTags = exif && exifOrientation(exif);
  const stated = jfif && jfifResolution(jfif);
  return {
    width: data.readUInt16BE(3),
    height: data.readUInt16BE(1),
    components,
    precision: data.readUInt8(0),
    coding: frame.marker,
    isInScans: frame.marker === PROGRESSIVE || firstScan < components,
    isNamedRgb: jfif === undefined && !hasAdobeMarker && Buffer.from(names).toString("latin1") === "RGB",
    hasAdobeMarker,
    profile: profile.length > 0 ? profileFor(components, joinedProfile(profile)) : undefined,
    orientation: exifTags?.orientation ?? 1,
    resolution: stated ?? exifTags?.resolution,
  };
};
