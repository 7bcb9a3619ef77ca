import { readdirSync } from "node:fs";
import type { endpoint } from "../lib/endpoint.ts";

type Endpoint = ReturnType<typeof endpoint<never>>;

const handlerIn = async (file: string): Promise<Endpoint> => {
  const { handler } = await import(`./${file}`);
  if (handler === undefined) throw new Error(`functions/${file} exports no handler.`);
  return handler;
};

/**
 * Functions that have no contract: those that answer a GET, the one that the gateway asks about keys, those that do jobs, the one
 * of batches, and the one that sends callbacks.
 */
const WITHOUT_CONTRACT = [
  "account.ts",
  "authorizer.ts",
  "batches.ts",
  "callbacks.ts",
  "job-keeper.ts",
  "jobs.ts",
  "openapi.ts",
];
const WORKERS = "workers/";

const files = readdirSync(import.meta.dirname, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".ts") && !["index.ts", ...WITHOUT_CONTRACT].includes(file))
  .filter((file) => !file.startsWith(WORKERS))
  .sort();

/** Every endpoint of the service: the handler of each file in this folder that has a contract. */
export const endpoints: readonly Endpoint[] = await Promise.all(files.map(handlerIn));
