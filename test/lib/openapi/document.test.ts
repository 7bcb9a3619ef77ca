import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import { Validator } from "@seriousme/openapi-schema-validator";
import { endpoints } from "../../../functions/index.ts";
import { openApiDocument } from "../../../lib/openapi/document.ts";
import { answerChecker } from "../../support/openapi/answer-differences.ts";

const document = openApiDocument({ contracts: endpoints.map(({ contract }) => contract), hasHealth: true });
const text = JSON.stringify(document);

/** Every value of a name, anywhere in a value. */
const valuesOf = (name: string, value: unknown): unknown[] => {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [...(key === name ? [inner] : []), ...valuesOf(name, inner)]);
};

suite("the OpenAPI document", () => {
  test("is valid OpenAPI 3.1", async () => {
    const validator = new Validator();
    assert.deepEqual(await validator.validate(JSON.parse(text)), { valid: true });
    assert.equal(validator.version, "3.1");
  });

  test("has on AWS all that it has on servers, except the health check", async () => {
    const ofAws = openApiDocument({ contracts: endpoints.map(({ contract }) => contract), hasHealth: false });
    assert.deepEqual(await new Validator().validate(JSON.parse(JSON.stringify(ofAws))), { valid: true });
    for (const part of ["paths", "webhooks"] as const) {
      const entries = Object.entries(document[part]).filter(([name]) => name !== "/health");
      assert.deepEqual(ofAws[part], Object.fromEntries(entries));
    }
  });

  test("gives a linter nothing to find", async () => {
    // The service has no licence that the document could name.
    const config = await createConfig({ extends: ["recommended-strict"], rules: { "info-license": "off" } });
    const problems = await lintFromString({ source: text, absoluteRef: "openapi.json", config });
    assert.deepEqual(
      problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer]),
      [],
    );
  });

  test("describes every endpoint, with every way of sending its input", () => {
    for (const { contract } of endpoints) {
      const paths: Readonly<Record<string, unknown>> = document.paths;
      const { post } = paths[contract.path] as { post: { requestBody: { content: object } } };
      const types = [contract.accepts.json && "application/json", contract.accepts.form && "multipart/form-data"];
      assert.deepEqual(Object.keys(post.requestBody.content), types.filter(Boolean));
    }
    assert.equal(Object.keys(document.paths).length, endpoints.length + 11);
  });

  test("describes every field and part", () => {
    for (const properties of valuesOf("properties", JSON.parse(JSON.stringify(document.paths)))) {
      for (const [name, schema] of Object.entries(properties as object)) {
        const isDescribed =
          "description" in schema || "$ref" in schema || name === "status" || name === "landlock" || name === "seccomp";
        assert.ok(isDescribed, `${name} has no description`);
      }
    }
  });

  test("has the bounds and defaults of the contracts", () => {
    const schemas: Readonly<Record<string, unknown>> = document.components.schemas;
    const { properties } = schemas["PdfOptions"] as { properties: Record<string, Record<string, unknown>> };
    const { scale, waitTimeout, landscape, printBackground } = properties;
    assert.deepEqual([scale!["minimum"], scale!["maximum"], scale!["default"]], [0.1, 2, 1]);
    assert.deepEqual([waitTimeout!["maximum"], waitTimeout!["default"]], [30_000, 10_000]);
    assert.deepEqual([landscape!["default"], printBackground!["default"]], [false, true]);
    assert.match(text, /"quality":\{[^}]*"enum":\["low","medium","high"\][^}]*"default":"medium"/);
  });
});

suite("an answer differs from the document", () => {
  const check = answerChecker(JSON.parse(text));
  const account = {
    "X-Credits-Remaining": "5",
    "X-RateLimit-Limit": "60",
    "X-RateLimit-Remaining": "59",
    "X-RateLimit-Reset": "1",
  };
  const common = { "X-Request-Id": "a", "X-Processing-Time-Ms": "1", "Cache-Control": "no-store", ...account };
  const file = {
    ...common,
    "X-Credits-Used": "1",
    "X-Warnings": "0",
    "X-Pdf-Engine": "platen-pdf/1",
    "Content-Type": "application/pdf",
  };
  const failed = { ...common, "X-Credits-Used": "0", "Content-Type": "application/json" };
  const merge = { method: "POST", path: "/pdf/merge" };
  const differences = (status: number, headers: Record<string, string>, body?: unknown) =>
    check({ ...merge, status, headers: new Headers(headers), ...(body !== undefined && { body }) });
  const error = { code: "INVALID_REQUEST", message: "x", reason: "invalid-request", retryable: false };

  test("never when it is as it should be", () => {
    assert.deepEqual(differences(200, file), []);
    assert.deepEqual(differences(400, failed, { error }), []);
  });

  for (const [why, status, headers, body] of [
    ["it has another status", 418, file],
    ["the endpoint does not give its error", 403, failed, { error: { ...error, code: "SSRF_BLOCKED" } }],
    ["it has another content type", 200, { ...file, "Content-Type": "text/html" }],
    ["it lacks a header", 200, { ...file, "X-Warnings": "" }],
    ["a header has another type", 200, { ...file, "X-RateLimit-Limit": "many" }],
    ["it has a header that nothing describes", 200, { ...file, "X-Engine": "a/1" }],
    ["its body lacks a field", 400, failed, { error: { ...error, reason: undefined } }],
    ["its reason is not in the list", 400, failed, { error: { ...error, reason: "no-reason" } }],
    ["its body has a field that nothing describes", 400, failed, { error: { ...error, stack: "x" } }],
    ["its code is that of another status", 400, failed, { error: { ...error, code: "UNAUTHORIZED" } }],
    ["a field has another type", 200, { ...file, "Content-Type": "application/json" }, { fileName: 1 }],
  ] as const) {
    test(`when ${why}`, () => assert.notDeepEqual(differences(status, headers, body), []));
  }
});
