import { openAsBlob } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { endpoints } from "../../functions/index.ts";
import { config } from "../../lib/config.ts";
import type { Example } from "../../lib/contract/contract.ts";
import { ServiceError } from "../../lib/errors/service-error.ts";
import { formOf } from "../../lib/openapi/code-samples.ts";
import { openWithBudget } from "../../lib/pdf/read/open.ts";
import { startService } from "../platen.ts";

// Serves the examples of all endpoints with the engines that the environment names, and prints the answers as JSON.

const bodyOf = async (example: Example): Promise<RequestInit> => {
  if ("json" in example) return { body: JSON.stringify(example.json), headers: { "Content-Type": "application/json" } };
  const body = new FormData();
  for (const part of formOf(example)) {
    if ("text" in part) body.append(part.name, part.text);
    else body.append(part.name, await openAsBlob(part.file), basename(part.file));
  }
  return { body };
};

const described = async (response: Response): Promise<string> => {
  if (!response.ok) return String(response.status);
  const bytes = new Uint8Array(await response.arrayBuffer());
  if (!response.headers.get("content-type")?.startsWith("application/pdf")) return String(response.status);
  try {
    return `${response.status}, ${openWithBudget(bytes).document.pages.length} pages`;
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return `${response.status}, ${error.reason}`; // a protected file
  }
};

const data = await mkdtemp(join(tmpdir(), "platen-samples-"));
const places = { host: "127.0.0.1", port: 0, data, table: undefined };
const { url, demo, stop } = await startService({ ...config, ...places, demoKey: undefined, demoCredits: 1000 });
const answers: Record<string, string> = {};
for (const { contract } of endpoints) {
  const { body, headers } = await bodyOf(contract.example);
  const request = { method: "POST", body, headers: { ...headers, "X-API-Key": demo?.apiKey ?? "" } } as RequestInit;
  answers[contract.path] = await described(await fetch(url + contract.path, request));
}
await stop();
await rm(data, { recursive: true });
process.stdout.write(JSON.stringify(answers));
