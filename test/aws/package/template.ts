import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { endpoints } from "../../../functions/index.ts";
import { functionOf, resourcesOf, template } from "../../support/lambda/template.ts";

interface Method {
  readonly HttpMethod: string;
  readonly ResourceId: { readonly Ref: string };
  readonly Integration: {
    readonly ResponseTransferMode: string;
    readonly TimeoutInMillis: number;
    readonly Uri: unknown;
  };
}
interface PathPart {
  readonly ParentId: { readonly Ref?: string };
  readonly PathPart: string;
}

const paths = endpoints.map(({ contract }) => contract.path as string);
const posts = resourcesOf<Method>("ApiGateway::Method")
  .map(({ Properties }) => Properties)
  .filter(({ HttpMethod }) => HttpMethod === "POST");

const gets = resourcesOf<Method>("ApiGateway::Method")
  .map(({ Properties }) => Properties)
  .filter(({ HttpMethod }) => HttpMethod === "GET");

const parts = new Map(resourcesOf<PathPart>("ApiGateway::Resource").map(({ id, Properties }) => [id, Properties]));

/** A path of the API, from its resources. */
const pathOf = (id: string): string => {
  const { ParentId, PathPart } = parts.get(id)!;
  return `${ParentId.Ref === undefined ? "" : pathOf(ParentId.Ref)}/${PathPart}`;
};

const LAYERS: Readonly<Record<string, readonly string[]>> = {
  "/convert/csv-to-pdf": ["FontsLambdaLayer"],
  "/convert/excel-to-pdf": ["FontsLambdaLayer", "LibreofficeLambdaLayer"],
  "/convert/html-to-pdf": ["FontsLambdaLayer", "ChromiumLambdaLayer"],
  "/convert/markdown-to-pdf": ["FontsLambdaLayer", "ChromiumLambdaLayer"],
  "/convert/word-to-pdf": ["FontsLambdaLayer", "LibreofficeLambdaLayer"],
};

/** Every name that a value refers to, by `Ref`, `Fn::GetAtt`, `Fn::Sub` or `DependsOn`. */
const referencesIn = (value: unknown): string[] => {
  if (Array.isArray(value)) return value.flatMap(referencesIn);
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    if (key === "Ref") return [inner as string];
    if (key === "DependsOn") return [inner].flat() as string[];
    if (key === "Fn::GetAtt") return [([inner].flat() as string[])[0]!.split(".")[0]!];
    if (key !== "Fn::Sub") return referencesIn(inner);
    const [text, given = {}] = [inner].flat() as [string, object?];
    const names = [...text.matchAll(/\$\{([\w:]+)[^}]*\}/g)].map(([, name]) => name!);
    return [...names.filter((name) => !(name in given)), ...referencesIn(given)];
  });
};

suite("the template", () => {
  test("refers only to resources that it has", () => {
    const { Resources, Conditions = {} } = template();
    const references = referencesIn(template());
    assert.ok(references.length > 100);
    assert.deepEqual(
      references.filter((name) => !(name in Resources) && !name.startsWith("AWS::")),
      [],
    );
    for (const { Condition } of Object.values(Resources)) assert.ok(Condition === undefined || Condition in Conditions);
  });

  test("has a function, a path and the right layers for each endpoint, and no others", () => {
    const served = posts.map(({ ResourceId }) => pathOf(ResourceId.Ref));
    assert.deepEqual(new Set(served), new Set(paths.map((path) => `/v1${path}`)));
    assert.deepEqual(
      gets.map(({ ResourceId }) => pathOf(ResourceId.Ref)),
      ["/v1/account", "/v1/openapi.json"],
    );
    assert.equal(resourcesOf("Lambda::Function").length, paths.length + 2);
    for (const path of paths) {
      const { Handler, Layers = [] } = functionOf(path);
      assert.equal(Handler, `dist/functions${path}/index.handler`);
      assert.deepEqual(
        Layers.map(({ Ref }) => Ref),
        LAYERS[path] ?? [],
      );
    }
  });

  test("streams answers, in a regional REST API with binary bodies", () => {
    const [api] = resourcesOf<{ BinaryMediaTypes: string[]; EndpointConfiguration: { Types: string[] } }>(
      "ApiGateway::RestApi",
    );
    const { BinaryMediaTypes, EndpointConfiguration } = api!.Properties;
    assert.deepEqual([BinaryMediaTypes, EndpointConfiguration.Types], [["*/*"], ["REGIONAL"]]);
    for (const { Integration } of posts) {
      assert.equal(Integration.ResponseTransferMode, "STREAM");
      assert.match(JSON.stringify(Integration.Uri), /response-streaming-invocations/);
    }
  });

  test("ends an engine before its function, and a function before the gateway", () => {
    for (const { Integration, ResourceId } of posts) {
      const { Timeout, Environment } = functionOf(pathOf(ResourceId.Ref).replace("/v1", ""));
      const deadline = Number(Environment.Variables["PLATEN_DEADLINE_MS"]);
      assert.ok(deadline + 1500 < Timeout * 1000, "the engine's deadline, and the answer after it");
      assert.ok(Timeout * 1000 < Integration.TimeoutInMillis);
    }
  });

  test("stops documents before they use all memory of their function", () => {
    for (const path of paths) {
      const { MemorySize, Environment, Layers = [] } = functionOf(path);
      for (const { Ref } of Layers) {
        const setting = { ChromiumLambdaLayer: "BROWSER", LibreofficeLambdaLayer: "OFFICE" }[Ref];
        if (setting === undefined) continue;
        assert.ok(Number(Environment.Variables[`PLATEN_${setting}_MEMORY_MB`]) + 512 < MemorySize, path);
      }
    }
  });
});
