import { readdirSync } from "node:fs";
import type { endpoint } from "../lib/endpoint.ts";

type Endpoint = ReturnType<typeof endpoint<never>>;

const handlerIn = async (file: string): Promise<Endpoint> => {
  const { handler } = await import(`./${file}`);
  if (handler === undefined) throw new Error(`functions/${file} exports no handler.`);
  return handler;
};

const files = readdirSync(import.meta.dirname, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".ts") && file !== "index.ts" && file !== "openapi.ts")
  .sort();

/** Every endpoint of the service: the handler of each other file in this folder, but for the one that describes them. */
export const endpoints: readonly Endpoint[] = await Promise.all(files.map(handlerIn));
