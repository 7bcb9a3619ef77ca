import { endpoints } from "../functions/index.ts";
import { BASE_PATH, type Page } from "../lib/server/route.ts";

let document: Promise<string> | undefined;

/** The OpenAPI document of a server. It is made when it is asked for first, because most servers are never asked. */
const documentText = async (): Promise<string> => {
  const { openApiDocument } = await import("../lib/openapi/document.ts");
  return JSON.stringify(openApiDocument({ contracts: endpoints.map(({ contract }) => contract), hasHealth: true }));
};

const openApiPage: Page = async (origin) => {
  document ??= documentText();
  const { openApiReply } = await import("../lib/openapi/handler.ts");
  return openApiReply(await document, origin + BASE_PATH);
};

/** What the server answers to GET, by path. */
export const pages: ReadonlyMap<string, Page> = new Map([[`${BASE_PATH}/openapi.json`, openApiPage]]);
