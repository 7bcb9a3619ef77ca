/** How precisely a media range matches a type: 2 the type, 1 its main type, 0 any type, undefined no match. */
const precision = (range: string, type: string): number | undefined => {
  if (range === type) return 2;
  if (range === `${type.split("/")[0]}/*`) return 1;
  return range === "*/*" ? 0 : undefined;
};

/** The weight of a type in an Accept header, 0 to 1 (RFC 9110, section 12.5.1). */
const weight = (header: string, type: string): number => {
  let best = { match: -1, q: 0 };
  for (const entry of header.toLowerCase().split(",")) {
    const [range = "", ...parameters] = entry.split(";").map((piece) => piece.trim());
    const q = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2);
    const match = precision(range, type);
    if (match !== undefined && match > best.match) best = { match, q: q === undefined ? 1 : Number(q) || 0 };
  }
  return best.q;
};

/** Whether a caller prefers JSON to the output's own media type. */
export const prefersJson = (header: string | undefined, type: string): boolean =>
  header !== undefined && weight(header, "application/json") > weight(header, type.replace(/;.*/, ""));
