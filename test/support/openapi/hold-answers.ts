import assert from "node:assert/strict";
import { answerChecker, type OpenApi } from "./answer-differences.ts";

type Check = ReturnType<typeof answerChecker>;

const checks = new Map<string, Check>();
const fetchAnswer = globalThis.fetch;

/** The path of an address as the document has it; undefined for addresses that are not the document's. */
const describedPath = (pathname: string): string | undefined => {
  if (pathname === "/health") return pathname;
  // The addresses of uploads and results are opaque: on AWS they are those of S3.
  if (/^\/v1\/(uploads|results|archives)\//.test(pathname) || !pathname.startsWith("/v1/")) return undefined;
  return pathname.slice(3).replace(/^\/(jobs|batches)\/[^/]+/, "/$1/{id}");
};

globalThis.fetch = async (input, init) => {
  const response = await fetchAnswer(input, init);
  const { port, pathname } = new URL(input instanceof Request ? input.url : input);
  const check = checks.get(port);
  const path = describedPath(pathname);
  if (check === undefined || path === undefined) return response;
  const method = (init?.method ?? (input instanceof Request ? input.method : "GET")).toUpperCase();
  const isJson = response.headers.get("content-type") === "application/json" && method !== "HEAD";
  const body = isJson ? await response.clone().json() : undefined;
  const { status, headers } = response;
  const differences = check({ method, path, status, headers, ...(isJson && { body }) });
  assert.deepEqual(differences, [], `${method} ${path}, ${status}: the answer is not what the OpenAPI document says`);
  return response;
};

/** From now on every answer that `fetch` gets from the service at this address must be as this document says. */
export const holdAnswers = (url: string, document: OpenApi): void => {
  checks.set(new URL(url).port, answerChecker(document));
};
