import SaxonJS, { type MapHashes } from "saxonjs-he";

const hashes: MapHashes | undefined = Object.values(SaxonJS.XdmMap.prototype as object).find(
  (part): part is MapHashes => typeof Object(part).hash === "function",
);

/**
 * Calls `work`, while each new map of SaxonJS has hashes of two characters. A map is a tree with a level for each character, and the
 * compiler, which makes a few small maps for every element of a stylesheet, took a tenth of its time and a sixth of its memory for
 * the levels. The order of a map's keys follows from its hashes, so that this is not for maps that a stylesheet writes.
 */
export const withShortHashes = <Result>(work: () => Result): Result => {
  if (hashes === undefined) throw new Error("SaxonJS has no hashes of maps.");
  const { hash } = hashes;
  hashes.hash = (key) => {
    const whole = String(hash(key));
    return `${whole.charAt(0)}${whole.charAt(whole.length - 1)}`;
  };
  try {
    return work();
  } finally {
    hashes.hash = hash;
  }
};
