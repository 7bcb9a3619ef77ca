// A service with endpoints that do nothing, and two that do little; or (with "bare") node:http with the same answers.
// Prints its port and keys.
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { handler as xmlToHtml } from "../../../functions/convert/xml-to-html.ts";
import { handler as merge } from "../../../functions/pdf/merge.ts";
import { accountsIn, openAccounts } from "../../../lib/accounts/accounts.ts";
import { createAccount } from "../../../lib/accounts/operator/credits.ts";
import { createKey } from "../../../lib/accounts/operator/keys.ts";
import { createTable, tableAt } from "../../../lib/accounts/table.ts";
import { bytesPart, contract, fields, MB, optional, text, textPart } from "../../../lib/contract/contract.ts";
import { endpoint } from "../../../lib/endpoint.ts";
import { startServer } from "../../../lib/server/server.ts";
import { openStore } from "../../../local/store.ts";

const ACCOUNT_COUNT = 400;
const ANSWER_BODY = Buffer.alloc(1000, 0x20);
const tell = (port: number, keys: readonly string[]) => process.stdout.write(`${JSON.stringify({ port, keys })}\n`);

if (process.argv[2] === "bare") {
  const bare = createServer((request, response) => {
    request.resume().on("end", () => {
      response.writeHead(200, { "Content-Type": "application/pdf", "Content-Length": ANSWER_BODY.length });
      response.end(ANSWER_BODY);
    });
  }).listen(0, "127.0.0.1", () => tell((bare.address() as AddressInfo).port, ["bare"]));
} else {
  // In memory, because the disk of this machine is not measured.
  const folder = mkdtempSync(join("/dev/shm", "platen-bench-"));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  process.on("SIGTERM", () => process.exit(0));
  const store = await openStore(folder);
  const table = tableAt("bench", store);
  await createTable(table);
  const keys: string[] = [];
  for (let i = 0; i < ACCOUNT_COUNT; i++)
    keys.push(await createKey(table, (await createAccount(table, 10_000))!, "bench"));
  openAccounts(accountsIn(table));
  const output = { name: "empty.pdf", type: "application/pdf" } as const;
  const empty = endpoint(
    contract({
      path: "/empty",
      summary: "Does nothing with JSON.",
      accepts: { json: fields({ html: text() }) },
      example: { json: { html: "x" } },
      limitBytes: MB,
      credits: 1,
      output,
    }),
    async () => ({ body: ANSWER_BODY }),
  );
  const form = endpoint(
    contract({
      path: "/form",
      summary: "Does nothing with a form.",
      accepts: { form: fields({ file: bytesPart(), options: optional(textPart(text())) }) },
      example: { form: { file: "x" } },
      limitBytes: 100 * MB,
      credits: 1,
      output,
    }),
    async () => ({ body: ANSWER_BODY }),
  );
  const { port } = await startServer([empty, form, xmlToHtml, merge], { host: "127.0.0.1", port: 0 });
  tell(port, keys);
}
