import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import { Validator } from "@seriousme/openapi-schema-validator";
import { ADMIN_OPERATIONS } from "../../../../lib/admin/operations.ts";
import { adminDocument } from "../../../../lib/openapi/admin/document.ts";

const text = JSON.stringify(adminDocument());

suite("the OpenAPI document of the admin API", () => {
  test("is valid OpenAPI 3.1", async () => {
    const validator = new Validator();
    assert.deepEqual(await validator.validate(JSON.parse(text)), { valid: true });
    assert.equal(validator.version, "3.1");
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

  test("has every operation, and itself", () => {
    const { paths } = JSON.parse(text) as { paths: Record<string, object> };
    const described = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const operations = ADMIN_OPERATIONS.map(({ method, path }) => `${method} ${path}`);
    assert.deepEqual(new Set(described), new Set([...operations, "GET /openapi.json"]));
  });
});
