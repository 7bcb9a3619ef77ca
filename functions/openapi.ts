import { openApiDocument } from "../lib/openapi/document.ts";
import { openApiPage } from "../lib/openapi/page.ts";
import { pageHandler } from "../lib/server/page.ts";

/** The document of the functions on AWS. A bundle has its text instead of this function. */
export const documentText = async (): Promise<string> => {
  const { endpoints } = await import("./index.ts");
  return JSON.stringify(openApiDocument({ contracts: endpoints.map(({ contract }) => contract), hasHealth: false }));
};

export const handler = pageHandler("/openapi.json", openApiPage(documentText));
