import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { endpoints } from "../../../functions/index.ts";
import { REASONS, type Reason } from "../../../lib/errors/reasons.ts";
import { type Code, STATUS } from "../../../lib/errors/service-error.ts";
import { resourcesOf } from "../../support/lambda/template.ts";

interface GatewayResponse {
  readonly ResponseType: string;
  readonly StatusCode: string;
  readonly ResponseTemplates: Readonly<Record<string, string>>;
  readonly ResponseParameters: Readonly<Record<string, string>>;
}
interface Method {
  readonly HttpMethod: string;
  readonly Integration: { readonly IntegrationResponses: readonly GatewayResponse[] };
}

/** The types of errors that API Gateway makes itself ("Gateway response types" in its documentation), without unused ones. */
const RESPONSE_TYPES = [
  ...["ACCESS_DENIED", "BAD_REQUEST_BODY", "BAD_REQUEST_PARAMETERS", "DEFAULT_4XX", "DEFAULT_5XX", "EXPIRED_TOKEN"],
  ...["INTEGRATION_FAILURE", "INTEGRATION_TIMEOUT", "INVALID_API_KEY", "INVALID_SIGNATURE", "QUOTA_EXCEEDED"],
  ...["MISSING_AUTHENTICATION_TOKEN", "REQUEST_TOO_LARGE", "RESOURCE_NOT_FOUND", "THROTTLED", "UNAUTHORIZED"],
  ...["UNSUPPORTED_MEDIA_TYPE", "WAF_FILTERED"],
];

const responses = resourcesOf<GatewayResponse>("ApiGateway::GatewayResponse");
const others = resourcesOf<Method>("ApiGateway::Method").filter(({ Properties }) => Properties.HttpMethod === "ANY");

const envelopeOf = ({ ResponseTemplates }: GatewayResponse): { code: Code; message: string } => {
  const { error } = JSON.parse(ResponseTemplates["application/json"]!);
  assert.deepEqual(Object.keys(error), ["code", "message", "reason", "retryable"]);
  const { codes, retryable } = REASONS[error.reason as Reason];
  assert.ok((codes as readonly Code[]).includes(error.code), `${error.reason} beside ${error.code}`);
  assert.equal(error.retryable, retryable);
  return error;
};

suite("an error that API Gateway makes itself", () => {
  test("is in the envelope, with the status of its code", () => {
    assert.deepEqual(new Set(responses.map(({ Properties }) => Properties.ResponseType)), new Set(RESPONSE_TYPES));
    for (const { Properties } of responses) {
      assert.equal(Properties.StatusCode, String(STATUS[envelopeOf(Properties).code]), Properties.ResponseType);
    }
  });

  test("has the headers of the service's errors", () => {
    for (const { Properties } of responses) {
      const { ResponseParameters, StatusCode } = Properties;
      const names = Object.keys(ResponseParameters).map((name) => name.replace("gatewayresponse.header.", ""));
      const wanted = ["X-Request-Id", "X-Credits-Used", "X-Processing-Time-Ms", "Cache-Control"];
      assert.deepEqual(names, StatusCode === "429" ? [...wanted, "Retry-After"] : wanted);
    }
  });

  test("is 405 with Allow for methods that a path does not allow", () => {
    const allowed = others.map(({ Properties }) => {
      const [answer] = Properties.Integration.IntegrationResponses;
      return answer!.ResponseParameters["method.response.header.Allow"];
    });
    assert.deepEqual(
      allowed.filter((methods) => methods !== "'POST'"),
      [
        ...["'GET'", "'GET'", "'GET'", "'GET, DELETE'", "'DELETE'", "'GET'"],
        ...["'POST, GET'", "'GET, DELETE'", "'GET'", "'GET'"],
      ],
    );
    assert.equal(allowed.length, endpoints.length + 12); // those, and the callbacks of a job and of a batch
    for (const { Properties } of others) {
      const [answer] = Properties.Integration.IntegrationResponses;
      assert.equal(answer!.StatusCode, "405");
      assert.equal(envelopeOf(answer!).code, "METHOD_NOT_ALLOWED");
    }
  });

  test("is ready before the stage is deployed", () => {
    const [deployment] = resourcesOf("ApiGateway::Deployment");
    for (const { id } of [...responses, ...others]) assert.ok(deployment!.DependsOn!.includes(id), id);
  });
});
