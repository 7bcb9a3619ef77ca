/** The path of a resource of the API: `/v1/convert/html-to-pdf`. */
const pathOf = (resources, id) => {
  const { ParentId, PathPart } = resources[id].Properties;
  return `${ParentId.Ref === undefined ? "" : pathOf(resources, ParentId.Ref)}/${PathPart}`;
};

/** Slashes within a path of `MethodSettings` are written as in a JSON pointer (RFC 6901). */
const pointer = (path) => `/${path.replaceAll("/", "~1")}`;

const throttle = ({ rate, burst }) => ({ ThrottlingRateLimit: Number(rate), ThrottlingBurstLimit: Number(burst) });

/** The fields of a line of the access log. None of them holds a key, an address of a page or a part of a document. */
const ACCESS_LOG_FIELDS = {
  gatewayId: "$context.requestId",
  lambdaId: "$context.integration.requestId",
  time: "$context.requestTimeEpoch",
  ip: "$context.identity.sourceIp",
  method: "$context.httpMethod",
  path: "$context.resourcePath",
  status: "$context.status",
  error: "$context.error.responseType",
  bytes: "$context.responseLength",
  ms: "$context.responseLatency",
  workMs: "$context.integrationLatency",
};

const accessLog = () => ({
  DestinationArn: { "Fn::GetAtt": ["AccessLog", "Arn"] },
  Format: JSON.stringify(ACCESS_LOG_FIELDS),
});

/**
 * Makes the stage a resource of its own, which carries the throttles of `custom.throttles` (for the stage, and for each method
 * that calls a function), the access log and X-Ray. The framework's deployment would make a stage with the defaults of AWS.
 */
module.exports = class Stage {
  constructor(serverless) {
    const { service } = serverless;
    const addStage = () => {
      const { Resources } = service.provider.compiledCloudFormationTemplate;
      const [deployment, { Properties }] = Object.entries(Resources).find(
        ([, { Type }]) => Type === "AWS::ApiGateway::Deployment",
      );
      const { StageName, RestApiId } = Properties;
      delete Properties.StageName;
      const { stage, method, accessLogs, tracing } = service.custom.gateway;
      const methods = Object.values(Resources).filter(
        ({ Type, Properties: { Integration } }) => Type === "AWS::ApiGateway::Method" && Integration.Type !== "MOCK",
      );
      Resources.ApiGatewayStage = {
        Type: "AWS::ApiGateway::Stage",
        ...(accessLogs && { DependsOn: ["GatewayLogging"] }),
        Properties: {
          RestApiId,
          DeploymentId: { Ref: deployment },
          StageName,
          TracingEnabled: tracing,
          ...(accessLogs && { AccessLogSetting: accessLog() }),
          MethodSettings: [
            { ResourcePath: "/*", HttpMethod: "*", ...throttle(stage) },
            ...methods.map(({ Properties: { ResourceId, HttpMethod } }) => ({
              ResourcePath: pointer(pathOf(Resources, ResourceId.Ref)),
              HttpMethod,
              ...throttle(method),
            })),
          ],
        },
      };
      for (const name of ["DomainMapping", "WebAclAssociation"]) Resources[name].DependsOn = ["ApiGatewayStage"];
    };
    this.hooks = { "after:aws:package:finalize:mergeCustomProviderResources": addStage };
  }
};
