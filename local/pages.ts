import { endpoints } from "../functions/index.ts";
import { accountPage } from "../lib/pages/account.ts";
import { openApiPage } from "../lib/pages/openapi.ts";
import type { Page } from "../lib/pages/page.ts";
import { referencePages } from "../lib/reference/pages.ts";
import { BASE_PATH } from "../lib/server/base-path.ts";

/** The OpenAPI document of a server. It is made when it is asked for first, because most servers are never asked. */
const documentText = async (): Promise<string> => {
  const { openApiDocument } = await import("../lib/openapi/document.ts");
  return JSON.stringify(openApiDocument({ contracts: endpoints.map(({ contract }) => contract), hasHealth: true }));
};

/** What the server answers to GET, by path. */
export const pages: ReadonlyMap<string, Page> = new Map([
  [`${BASE_PATH}/openapi.json`, openApiPage(documentText)],
  [`${BASE_PATH}/account`, accountPage],
  ...referencePages,
]);
