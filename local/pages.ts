import { endpoints } from "../functions/index.ts";
import { openApiPage } from "../lib/openapi/page.ts";
import { referencePages } from "../lib/reference/pages.ts";
import { accountPage } from "../lib/server/account-page.ts";
import { BASE_PATH } from "../lib/server/base-path.ts";
import type { PageHandler } from "../lib/server/page.ts";

/** The OpenAPI document of a server. It is made when it is asked for first, because most servers are never asked. */
const documentText = async (): Promise<string> => {
  const { openApiDocument } = await import("../lib/openapi/document.ts");
  return JSON.stringify(openApiDocument({ contracts: endpoints.map(({ contract }) => contract), hasHealth: true }));
};

/** What the server answers to GET, by path. */
export const pages: ReadonlyMap<string, PageHandler> = new Map([
  [`${BASE_PATH}/openapi.json`, openApiPage(documentText)],
  [`${BASE_PATH}/account`, accountPage],
  ...referencePages,
]);
