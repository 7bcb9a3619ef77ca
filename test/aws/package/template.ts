import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { endpoints } from "../../../functions/index.ts";
import { isKey, newKey } from "../../../lib/accounts/key-format.ts";
import { LANES_COUNT, laneKey } from "../../../lib/http/gateway-lane.ts";
import { KEEP_LIMIT_MS } from "../../../lib/http/keep-answer.ts";
import { LAMBDA_BANDWIDTH } from "../../support/lambda/runtime-api.ts";
import { functionOf, resourcesOf } from "../../support/lambda/template.ts";

interface Method {
  readonly HttpMethod: string;
  readonly AuthorizationType: string;
  readonly ApiKeyRequired?: boolean;
  readonly AuthorizerId?: { readonly Ref: string };
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
const methodsOf = (name: string) =>
  resourcesOf<Method>("ApiGateway::Method").flatMap(({ Properties }) =>
    Properties.HttpMethod === name ? [Properties] : [],
  );
const isStreamed = ({ Integration }: Method) => Integration.ResponseTransferMode === "STREAM";
const [allPosts, gets, deletes] = [methodsOf("POST"), methodsOf("GET"), methodsOf("DELETE")];
const posts = allPosts.filter(isStreamed);
const pathsOf = (methods: readonly Method[]) => methods.map(({ ResourceId }) => pathOf(ResourceId.Ref));

/**
 * Functions beside those of the endpoints: account, authorizer, OpenAPI document, jobs, their keeper, batches, callbacks, three
 * workers.
 */
const OTHERS_COUNT = 10;

/** Paths that need no key. The addresses of results are secrets themselves. */
const OPEN_PATHS = ["/v1/openapi.json", "/v1/results/{token}", "/v1/archives/{token}"];

/** The paths of batches and of their results, by what they are asked with. All are those of one function. */
const BATCHES = {
  post: ["/v1/batches", "/v1/batches/{id}/callback"],
  get: ["/v1/batches", "/v1/batches/{id}", "/v1/batches/{id}/jobs", "/v1/archives/{token}"],
  delete: ["/v1/batches/{id}"],
};

interface Stage {
  readonly MethodSettings: readonly {
    readonly ResourcePath: string;
    readonly HttpMethod: string;
    readonly ThrottlingRateLimit: number;
    readonly ThrottlingBurstLimit: number;
  }[];
}
interface Authorizer {
  readonly IdentitySource: string;
  readonly IdentityValidationExpression: string;
}

/** The largest answer that Lambda streams, and the seconds for which a function may wait for S3. */
const LAMBDA_ANSWER_LIMIT_BYTES = 200_000_000;
const S3_TIMEOUT_S = 30;

const parts = new Map(resourcesOf<PathPart>("ApiGateway::Resource").map(({ id, Properties }) => [id, Properties]));

/** A path of the API, from its resources. */
const pathOf = (id: string): string => {
  const { ParentId, PathPart } = parts.get(id)!;
  return `${ParentId.Ref === undefined ? "" : pathOf(ParentId.Ref)}/${PathPart}`;
};

const LAYERS: Readonly<Record<string, readonly string[]>> = {
  "/convert/csv-to-pdf": ["FontsLambdaLayer"],
  "/convert/email-to-pdf": ["FontsLambdaLayer", "ChromiumLambdaLayer"],
  "/convert/excel-to-pdf": ["FontsLambdaLayer", "LibreofficeLambdaLayer"],
  "/convert/html-to-image": ["FontsLambdaLayer", "ChromiumLambdaLayer"],
  "/convert/html-to-pdf": ["FontsLambdaLayer", "ChromiumLambdaLayer"],
  "/convert/image-to-pdf": ["FontsLambdaLayer", "ChromiumLambdaLayer"],
  "/convert/markdown-to-pdf": ["FontsLambdaLayer", "ChromiumLambdaLayer"],
  "/convert/office-to-pdf": ["FontsLambdaLayer", "LibreofficeLambdaLayer"],
  "/convert/powerpoint-to-pdf": ["FontsLambdaLayer", "LibreofficeLambdaLayer"],
  "/convert/word-to-pdf": ["FontsLambdaLayer", "LibreofficeLambdaLayer"],
  "/pdf/archive": ["FontsLambdaLayer"],
  "/pdf/fill": ["FontsLambdaLayer"],
  "/pdf/images": ["FontsLambdaLayer"],
  "/pdf/merge": ["FontsLambdaLayer"],
  "/pdf/stamp": ["FontsLambdaLayer", "ChromiumLambdaLayer"],
};

suite("the template", () => {
  test("has a function, a path and the right layers for each endpoint, and no others", () => {
    const asked = ["/v1/account", "/v1/openapi.json", "/v1/jobs", "/v1/jobs/{id}", "/v1/results/{token}"];
    assert.deepEqual(new Set(pathsOf(posts)), new Set([...paths.map((path) => `/v1${path}`), ...BATCHES.post]));
    assert.deepEqual(pathsOf(gets), [...asked, ...BATCHES.get]);
    assert.deepEqual(pathsOf(deletes), ["/v1/jobs/{id}", "/v1/jobs/{id}/result", ...BATCHES.delete]);
    const streamed = [...gets, ...deletes].filter(isStreamed);
    assert.deepEqual(pathsOf(streamed), [...BATCHES.get, ...BATCHES.delete]);
    assert.deepEqual(pathsOf(allPosts.filter((method) => !isStreamed(method))), ["/v1/jobs/{id}/callback"]);
    assert.equal(resourcesOf("Lambda::Function").length, paths.length + OTHERS_COUNT);
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
      assert.match(JSON.stringify(Integration.Uri), /response-streaming-invocations/);
    }
  });

  test("ends an engine before its function, and a function before the gateway", () => {
    for (const { Integration, ResourceId } of posts) {
      const path = pathOf(ResourceId.Ref).replace("/v1", "").replace("/{id}/callback", "");
      const { Timeout, Environment } = functionOf(path);
      const deadline = Number(Environment.Variables["PLATEN_DEADLINE_MS"]);
      assert.ok(deadline + 1500 < Timeout * 1000, "the engine's deadline, and the answer after it");
      assert.ok(Timeout * 1000 < Integration.TimeoutInMillis);
    }
  });

  test("leaves time to fetch a body, to work, to keep the answer, and then to send the largest answer as slowly as Lambda streams", () => {
    const { burstBytes, bytesPerSecond } = LAMBDA_BANDWIDTH;
    for (const path of [...paths, "/batches"]) {
      const { Timeout, Environment } = functionOf(path);
      const largest = Number(Environment.Variables["PLATEN_OUTPUT_MB"]) * 1_048_576;
      assert.ok(largest < LAMBDA_ANSWER_LIMIT_BYTES);
      const sending = (largest - burstBytes) / bytesPerSecond;
      const working = (Number(Environment.Variables["PLATEN_DEADLINE_MS"]) + KEEP_LIMIT_MS) / 1000;
      assert.ok(S3_TIMEOUT_S + working + sending < Timeout, path);
    }
  });

  test("limits the concurrent calls of each function, and the requests of the stage and of each method", () => {
    for (const { id, Properties } of resourcesOf<{ ReservedConcurrentExecutions: number }>("Lambda::Function")) {
      const usual = id.startsWith("Workers") ? 10 : 20;
      assert.equal(Properties.ReservedConcurrentExecutions, id === "CallbacksLambdaFunction" ? 4 : usual);
    }
    const [stage] = resourcesOf<Stage>("ApiGateway::Stage");
    const [usual, ...others] = stage!.Properties.MethodSettings;
    assert.deepEqual(usual, {
      ResourcePath: "/*",
      HttpMethod: "*",
      ThrottlingRateLimit: 50,
      ThrottlingBurstLimit: 100,
    });
    const throttled = others.map(
      ({ HttpMethod, ResourcePath }) => `${HttpMethod} ${ResourcePath.replaceAll("~1", "/")}`,
    );
    const served = [...allPosts, ...gets, ...deletes].map(
      ({ HttpMethod, ResourceId }) => `${HttpMethod} /${pathOf(ResourceId.Ref)}`,
    );
    assert.deepEqual(new Set(throttled), new Set(served));
    for (const { ThrottlingRateLimit, ThrottlingBurstLimit } of others) {
      assert.deepEqual([ThrottlingRateLimit, ThrottlingBurstLimit], [20, 40]);
    }
  });

  test("counts the requests of each lane of accounts, by keys that the authorizer names", () => {
    const [api] = resourcesOf<{ ApiKeySourceType: string }>("ApiGateway::RestApi");
    assert.equal(api!.Properties.ApiKeySourceType, "AUTHORIZER");
    const all = [...allPosts, ...gets, ...deletes];
    const keyed = all.filter(({ ApiKeyRequired }) => ApiKeyRequired);
    assert.deepEqual(
      keyed.map(({ AuthorizationType }) => AuthorizationType),
      Array.from({ length: all.length - OPEN_PATHS.length }, () => "CUSTOM"),
    );
    const [plan] = resourcesOf<{ Throttle: object }>("ApiGateway::UsagePlan");
    assert.deepEqual(plan!.Properties.Throttle, { RateLimit: 10, BurstLimit: 20 });
    const keys = resourcesOf<{ Value: { "Fn::Sub": string } }>("ApiGateway::ApiKey");
    const values = keys.map(({ Properties }) =>
      Properties.Value["Fn::Sub"].replace(`\${ApiGatewayRestApi}`, "abcdefghij"),
    );
    assert.deepEqual(
      new Set(values),
      new Set(Array.from({ length: LANES_COUNT }, (_, lane) => laneKey("abcdefghij", lane))),
    );
    for (const value of values) assert.match(value, /^[0-9a-z]{20,128}$/);
    const members = resourcesOf<{ KeyId: { Ref: string }; UsagePlanId: { Ref: string } }>("ApiGateway::UsagePlanKey");
    assert.deepEqual(new Set(members.map(({ Properties }) => Properties.KeyId.Ref)), new Set(keys.map(({ id }) => id)));
    for (const { Properties } of members) assert.equal(Properties.UsagePlanId.Ref, plan!.id);
  });

  test("asks for a key before it calls a function, except for the OpenAPI document and results", () => {
    const [authorizer] = resourcesOf<Authorizer>("ApiGateway::Authorizer");
    const { IdentitySource, IdentityValidationExpression } = authorizer!.Properties;
    assert.equal(IdentitySource, "method.request.header.X-API-Key");
    for (const { AuthorizationType, AuthorizerId, ResourceId } of [...allPosts, ...gets, ...deletes]) {
      const isOpen = OPEN_PATHS.includes(pathOf(ResourceId.Ref));
      assert.equal(AuthorizationType, isOpen ? "NONE" : "CUSTOM");
      assert.equal(AuthorizerId?.Ref, isOpen ? undefined : authorizer!.id);
    }
    const isShaped = (key: string) => new RegExp(IdentityValidationExpression).test(key);
    for (const key of [newKey(), "demo-key", "x".repeat(128)]) assert.ok(isKey(key) && isShaped(key), key);
    for (const key of ["", "short", "pk_short-and-more", `${newKey()}x`, "with a space", "x".repeat(129), "umlaut-äöü"])
      assert.ok(!isShaped(key), key);
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
