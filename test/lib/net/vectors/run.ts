import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pageAt } from "../../../../lib/engines/chromium/navigate.ts";
import { htmlToPdf } from "../../../../lib/engines/html-to-pdf.ts";
import { PLAIN_PAGE } from "../../../../lib/engines/page-setup.ts";
import { decodeHtml } from "../../../../lib/fields/html-file.ts";
import { warmParts } from "../../../../lib/workers/warm.ts";
import { textOf } from "../../../support/pdf-text.ts";
import { files } from "./files.ts";
import { headers } from "./headers.ts";
import { hosts } from "./hosts.ts";
import { navigation } from "./navigation.ts";
import { resources } from "./resources.ts";
import { scripts } from "./scripts.ts";
import type { Vector, Vectors } from "./vector.ts";
import { PRIVATE_TEXT, startWorld } from "./world.ts";

/** Prints every vector in the given mode, `url` or `html`, and reports the results in one line of JSON. */
const [, , mode = "url", folder = ""] = process.argv;

const secret = join(folder, "secret.txt");
writeFileSync(secret, "SECRET-OF-THE-HOST");
const vectors: Vectors = { ...files(secret), ...hosts, ...navigation, ...resources, ...scripts, ...headers };
const world = await startWorld(vectors, secret);
const leaks: string[] = [];
const outcomes = new Map<string, number>();
const count = (outcome: string) => outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
const LEAKS = new RegExp(
  `SECRET-OF-THE-HOST|SECRET-OF-THE-ENVIRONMENT|${PRIVATE_TEXT}|PATH=|Command Line|Chromium Authors`,
);

/** The page stays open until a mark appears in it, so that what it started has time to unfold. */
const lingering = ({ html, linger = 300 }: Vector): string =>
  `${html}<script>setTimeout(() => document.documentElement.append(document.createElement("lingered")), ${linger})</script>`;

const attempt = async (name: string, vector: Vector): Promise<void> => {
  const scheme = vector.secure ? "https" : "http";
  const source =
    mode === "url"
      ? pageAt(`${scheme}://evil.test/${encodeURIComponent(name)}`)
      : // As an upload's bytes are read; a document given inline is the same text.
        { html: decodeHtml(Buffer.from(lingering(vector))) };
  const waiting = { waitForSelector: "lingered", waitTimeout: (vector.linger ?? 300) + 400 };
  try {
    const { body } = await htmlToPdf.run(
      { source, pageSetup: { ...PLAIN_PAGE, ...waiting } },
      AbortSignal.timeout(60_000),
    );
    count("printed");
    const text = await textOf(body as Uint8Array);
    if (LEAKS.test(text)) leaks.push(`${name}: ${text.slice(0, 60)}`);
  } catch (error) {
    const { code = "", message } = error as Error & { code?: string };
    count(`${code} ${message.replace(/[\d"\\].*/, "")}`.trim());
  }
};

for (const name of Object.keys(vectors)) {
  const vector = vectors[name]!;
  if (mode === "url") Object.assign(vectors, { [name]: { ...vector, html: lingering(vector) } });
}
const left = Object.entries(vectors);
const worker = async () => {
  for (let next = left.shift(); next; next = left.shift()) await attempt(...next);
};
await Promise.all(Array.from({ length: 8 }, worker));
for (const part of warmParts().values()) await part.stop();

const contacts = world.contacts.splice(0);
// The watch itself is proved: a contact that is made on purpose is seen.
await fetch("http://10.0.0.5/control");
console.log(
  JSON.stringify({
    vectors: Object.keys(vectors).length,
    contacts,
    control: world.contacts,
    names: [...world.names],
    leaks,
    outcomes: Object.fromEntries(outcomes),
  }),
);
