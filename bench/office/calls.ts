import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { createAccount } from "../../lib/accounts/operator/credits.ts";
import { createKey } from "../../lib/accounts/operator/keys.ts";
import { tableAt } from "../../lib/accounts/table.ts";
import { config } from "../../lib/config.ts";
import { startService } from "../../local/platen.ts";
import { runningStore } from "../../local/store.ts";
import { LOCAL_TABLE } from "../../local/with-table.ts";

/** A document and the endpoint that prints it. */
export interface Call {
  readonly path: "/convert/word-to-pdf" | "/convert/excel-to-pdf" | "/convert/csv-to-pdf";
  readonly bytes: Buffer;
}

/** The whole service in this process, with more accounts than its rate windows would stop. */
export const officeService = async (accounts: number) => {
  const data = await mkdtemp(join("/dev/shm", "platen-bench-"));
  const { url, stop } = await startService({ ...config, data, port: 0 });
  const table = tableAt(LOCAL_TABLE, (await runningStore(data))!.endpoint);
  const keys: string[] = [];
  for (let count = 0; count < accounts; count++) {
    keys.push(await createKey(table, (await createAccount(table, 10_000))!, "bench"));
  }
  let asked = 0;
  return {
    /** Milliseconds until the whole answer is there; throws where it is no PDF. */
    call: async ({ path, bytes }: Call): Promise<number> => {
      const form = new FormData();
      form.append("file", new Blob([bytes as Uint8Array<ArrayBuffer>]), "file");
      const started = performance.now();
      const key = keys[asked++ % keys.length]!;
      const answer = await fetch(url + path, { method: "POST", headers: { "X-API-Key": key }, body: form });
      const body = Buffer.from(await answer.arrayBuffer());
      if (!body.subarray(0, 5).equals(Buffer.from("%PDF-"))) throw new Error(`${answer.status}: ${body}`);
      return performance.now() - started;
    },
    stop: async (): Promise<void> => {
      await stop();
      await rm(data, { recursive: true, force: true });
    },
  };
};
