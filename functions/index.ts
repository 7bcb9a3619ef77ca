import { readdirSync } from "node:fs";
import type { endpoint } from "../lib/endpoint.ts";

type Endpoint = ReturnType<typeof endpoint<never>>;

const handlerIn = async (file: string): Promise<Endpoint> => {
  const { handler } = await import(`./${file}`);
  if (handler === undefined) throw new Error(`functions/${file} exports no handler.`);
  return handler;
};

/** Functions that answer a GET: no endpoint, because they have no contract. */
const PAGES = ["account.ts", "openapi.ts"];

const files = readdirSync(import.meta.dirname, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".ts") && !["index.ts", ...PAGES].includes(file))
  .sort();

/** Every endpoint of the service: the handler of each other file in this folder, but for the pages. */
export const endpoints: readonly Endpoint[] = await Promise.all(files.map(handlerIn));
