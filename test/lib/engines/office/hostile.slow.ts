import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, suite, test } from "node:test";
import { pathToFileURL } from "node:url";
import { docxFile, xlsxFile } from "../../../../lib/fields/office-file.ts";
import { noOffice, printExcel, printWord } from "../../../support/office/engine.ts";
import { hostileExcel } from "../../../support/office/hostile-excel.ts";
import { hostileWord } from "../../../support/office/hostile-word.ts";
import { textOf } from "../../../support/pdf-text.ts";
import { stopEngines } from "../../../support/print.ts";

const SECRET = "SECRET-OF-THE-HOST";
const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

const folder = mkdtempSync(join(tmpdir(), "platen-hostile-"));
writeFileSync(join(folder, "secret.txt"), SECRET);
writeFileSync(join(folder, "secret.png"), Buffer.from(PNG, "base64"));

let hits = 0;
const listener = createServer((socket) => {
  hits++;
  socket.end("HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 2\r\n\r\nhi");
});
let port = 0;
before(async () => {
  listener.listen(0, "127.0.0.1");
  await once(listener, "listening");
  ({ port } = listener.address() as AddressInfo);
});
after(async () => {
  listener.close();
  rmSync(folder, { recursive: true });
  await stopEngines();
});

const targets = (): string[] => [
  `http://127.0.0.1:${port}/a.png`,
  `https://127.0.0.1:${port}/a.dotm`,
  `//127.0.0.1@${port}/share/a.docx`,
  `dav://127.0.0.1:${port}/a.xlsx`,
  pathToFileURL(join(folder, "secret.png")).href,
  pathToFileURL(join(folder, "secret.txt")).href,
  "file:///proc/self/environ",
];

const isHarmless = async (pdf: Uint8Array): Promise<void> => {
  const text = await textOf(pdf);
  assert.match(text, /printed/);
  assert.doesNotMatch(text, new RegExp(`${SECRET}|PATH=|HOME=`));
  assert.ok(!Buffer.from(pdf).includes("/Subtype/Image"), "a picture was embedded");
};

/** The errors of a refused document: for its format, or for a reference to another file. */
const REFUSALS = new Set(["UNSUPPORTED_MEDIA_TYPE", "INVALID_REQUEST"]);

for (const [kind, documents, file, print] of [
  ["a Word document", hostileWord, docxFile, printWord],
  ["a workbook", hostileExcel, xlsxFile, printExcel],
] as const) {
  suite(`${kind} reads no file of the host and sends no request`, { skip: noOffice, concurrency: 2 }, () => {
    for (const [vector, document] of Object.entries(documents)) {
      test(`through ${vector}`, async () => {
        for (const target of targets()) {
          const bytes = document(target);
          await file.check(bytes);
          const pdf = await print(bytes).catch(({ code }) => assert.ok(REFUSALS.has(code), code));
          if (pdf) await isHarmless(pdf);
        }
        assert.equal(hits, 0);
      });
    }
  });
}
