import { extname } from "node:path";
import type { BatchPlace } from "../job.ts";

const NUMBER_DIGITS = 4;
const NAME_LIMIT_CHARACTERS = 80;

/** The name of a batch's file: its number, counted from 1, and the caller's name for it or that of the result, with its extension. */
export const fileNameIn = (place: BatchPlace | undefined, resultName: string): string => {
  const number = String((place?.index ?? 0) + 1).padStart(NUMBER_DIGITS, "0");
  const cleaned = (place?.name ?? "").replaceAll(/[^\p{L}\p{M}\p{N}._-]+/gu, "_").replace(/^\.+/, "");
  const given = [...cleaned].slice(0, NAME_LIMIT_CHARACTERS).join("");
  const own = given === "" ? resultName : given + (given.endsWith(extname(resultName)) ? "" : extname(resultName));
  return `${number}-${own}`;
};
