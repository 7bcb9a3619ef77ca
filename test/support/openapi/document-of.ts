import { openApiDocument } from "../../../lib/openapi/document.ts";
import type { AnyContract } from "../../../lib/openapi/operation.ts";
import type { OpenApi } from "./answer-differences.ts";

/** The OpenAPI document of a server with these endpoints, as JSON. */
export const documentOf = (contracts: readonly AnyContract[]): OpenApi =>
  JSON.parse(JSON.stringify(openApiDocument({ contracts, hasHealth: true })));
