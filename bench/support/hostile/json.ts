import type { HostileInput } from "./hostile-input.ts";

const MEGABYTE = 1_000_000;

const filled = (unit: string, size = MEGABYTE): string => unit.repeat(Math.floor(size / Buffer.byteLength(unit)));

const BODIES: Readonly<Record<string, () => string>> = {
  "objects where a text is due": () => `{"markdown":[${filled("{},")}{}]}`,
  numbers: () => `{"markdown":[${filled("1,")}1]}`,
  "nested lists": () => `{"markdown":${filled("[")}`,
  "nested objects": () => filled('{"a":'),
  names: () => `{${Array.from({ length: 60_000 }, (_, at) => `"a${at}":1`).join(",")}}`,
  "a name of 1 MB": () => `{"${"a".repeat(MEGABYTE)}":1}`,
  "short texts": () => `{"markdown":[${filled('"",')}""]}`,
  blanks: () => `{"markdown":"x"${" ".repeat(MEGABYTE)}}`,
  "a number of a million digits": () => `{"markdown":"x","options":{"scale":${"1".repeat(MEGABYTE)}}}`,
  "escaped quotes": () => `{"markdown":"${filled('\\"')}"}`,
  backslashes: () => `{"markdown":"${filled("\\\\")}"}`,
  "escaped letters": () => `{"markdown":"${filled("\\u0061")}"}`,
  "a text that does not end": () => `{"markdown":"${filled("a")}`,
  "unknown options": () =>
    `{"markdown":"x","options":{${Array.from({ length: 5000 }, (_, at) => `"a${at}":1`).join(",")}}}`,
};

/** JSON bodies that take long to parse, or much memory. */
export const hostileJson: readonly HostileInput[] = Object.entries(BODIES).map(([name, make]) => ({
  name: `json: ${name}`,
  path: "/v1/convert/markdown-to-pdf",
  type: "application/json",
  body: () => Buffer.from(make()),
}));
