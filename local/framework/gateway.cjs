const { errorBody } = require("../../lib/errors/error-body.ts");
const { OUTSIDE_MESSAGES, STATUS, wrongMethodMessage } = require("../../lib/errors/service-error.ts");
const { DEFAULT_REASONS, REASONS } = require("../../lib/errors/reasons.ts");

const envelope = (code, message, reason = DEFAULT_REASONS[code]) => ({
  "application/json": JSON.stringify(errorBody({ code, message, reason })),
});

/** The headers of the service's own errors, as far as the gateway knows their values. */
const headersOf = (code, prefix, allowed) => {
  const headers = {
    "X-Request-Id": "context.requestId",
    "X-Credits-Used": "'0'",
    "X-Processing-Time-Ms": "'0'",
    "Cache-Control": "'no-store'",
    ...(code === "RATE_LIMIT_EXCEEDED" ? { "Retry-After": "'1'" } : {}),
    ...(code === "METHOD_NOT_ALLOWED" ? { Allow: `'${allowed}'` } : {}),
  };
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [`${prefix}.header.${name}`, value]));
};

const response = (type, [code, message, reason], api) => ({
  Type: "AWS::ApiGateway::GatewayResponse",
  Properties: {
    RestApiId: api,
    ResponseType: type,
    StatusCode: String(STATUS[code]),
    ResponseParameters: headersOf(code, "gatewayresponse"),
    ResponseTemplates: envelope(code, message, reason),
  },
});

const CONTENT_TYPES = ["application/json", "multipart/form-data", "application/x-www-form-urlencoded", "text/plain"];

/** Answers every method but those of a path with 405. The mock integration returns text, although the API is binary. */
const notAllowed = (resource, api, allowed) => {
  const code = "METHOD_NOT_ALLOWED";
  const status = String(STATUS[code]);
  const parameters = headersOf(code, "method.response", allowed);
  return {
    Type: "AWS::ApiGateway::Method",
    Properties: {
      AuthorizationType: "NONE",
      HttpMethod: "ANY",
      ResourceId: resource,
      RestApiId: api,
      MethodResponses: [
        {
          StatusCode: status,
          ResponseModels: {},
          ResponseParameters: Object.fromEntries(Object.keys(parameters).map((name) => [name, true])),
        },
      ],
      Integration: {
        Type: "MOCK",
        ContentHandling: "CONVERT_TO_TEXT",
        PassthroughBehavior: "NEVER",
        RequestTemplates: Object.fromEntries(CONTENT_TYPES.map((type) => [type, `{"statusCode":${status}}`])),
        IntegrationResponses: [
          {
            StatusCode: status,
            ContentHandling: "CONVERT_TO_TEXT",
            ResponseParameters: parameters,
            ResponseTemplates: envelope(code, wrongMethodMessage(allowed)),
          },
        ],
      },
    },
  };
};

const pascal = (type) => type.toLowerCase().replace(/(^|_)(\w)/g, (_all, _dash, letter) => letter.toUpperCase());

/**
 * Gives the errors that API Gateway makes itself the service's envelope: those of `custom.gatewayResponses`, and a 405 for
 * methods that a path does not take. The deployment waits for all of them, and the domain's mapping waits for the deployment.
 */
module.exports = class Gateway {
  constructor(serverless) {
    const { service } = serverless;
    const addResponses = () => {
      const { Resources } = service.provider.compiledCloudFormationTemplate;
      const [deployment] = Object.entries(Resources).find(([, { Type }]) => Type === "AWS::ApiGateway::Deployment");
      const api = { Ref: "ApiGatewayRestApi" };
      const made = {};
      for (const [type, [code, message = OUTSIDE_MESSAGES[code], reason]] of Object.entries(
        service.custom.gatewayResponses,
      )) {
        if (STATUS[code] === undefined) throw new serverless.classes.Error(`lib/errors/codes.ts has no code "${code}"`);
        if (message === undefined)
          throw new serverless.classes.Error(`custom.gatewayResponses: ${type} has no message`);
        if (reason !== undefined && !REASONS[reason]?.codes.includes(code))
          throw new serverless.classes.Error(`lib/errors/reasons.ts has no reason "${reason}" for "${code}"`);
        made[`GatewayResponse${pascal(type)}`] = response(type, [code, message, reason], api);
      }
      const methods = Object.entries(Resources).filter(([, { Type }]) => Type === "AWS::ApiGateway::Method");
      const nameOfOthers = (name) => name.replace(/[A-Z][a-z]+$/, "Any");
      const byPath = Object.groupBy(methods, ([name]) => nameOfOthers(name));
      for (const [name, ofPath] of Object.entries(byPath)) {
        const allowed = ofPath.map(([, { Properties }]) => Properties.HttpMethod).join(", ");
        made[name] = notAllowed(ofPath[0][1].Properties.ResourceId, api, allowed);
      }
      Resources[deployment].DependsOn.push(...Object.keys(made));
      // The deployment creates the stage.
      Resources.DomainMapping.DependsOn = [deployment];
      Object.assign(Resources, made);
    };
    this.hooks = { "after:aws:package:finalize:mergeCustomProviderResources": addResponses };
  }
};
