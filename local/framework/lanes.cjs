const { LANES_COUNT, laneKey } = require("../../lib/http/gateway-lane.ts");

/** The id of a resource of a lane: `GatewayLane07Key`. */
const idOf = (lane, kind) => `GatewayLane${String(lane).padStart(2, "0")}${kind}`;

const ofLane = (lane) => ({
  [idOf(lane, "Key")]: {
    Type: "AWS::ApiGateway::ApiKey",
    Properties: { Enabled: true, Value: { "Fn::Sub": laneKey(`\${ApiGatewayRestApi}`, lane) } },
  },
  [idOf(lane, "Membership")]: {
    Type: "AWS::ApiGateway::UsagePlanKey",
    Properties: {
      KeyId: { Ref: idOf(lane, "Key") },
      KeyType: "API_KEY",
      UsagePlanId: { Ref: "GatewayLanes" },
    },
  },
});

/**
 * Throttles each lane of accounts by `custom.gateway.lane`, before a method's own throttle counts a request: so an account that
 * calls too often takes nothing from those in other lanes. The authorizer names the lane.
 */
module.exports = class Lanes {
  constructor(serverless) {
    const { service } = serverless;
    const addLanes = () => {
      const { Resources } = service.provider.compiledCloudFormationTemplate;
      const { rate, burst } = service.custom.gateway.lane;
      Resources.ApiGatewayRestApi.Properties.ApiKeySourceType = "AUTHORIZER";
      for (const { Type, Properties } of Object.values(Resources)) {
        if (Type === "AWS::ApiGateway::Method" && Properties.AuthorizationType === "CUSTOM")
          Properties.ApiKeyRequired = true;
      }
      Resources.GatewayLanes = {
        Type: "AWS::ApiGateway::UsagePlan",
        Properties: {
          ApiStages: [{ ApiId: { Ref: "ApiGatewayRestApi" }, Stage: { Ref: "ApiGatewayStage" } }],
          Throttle: { RateLimit: Number(rate), BurstLimit: Number(burst) },
        },
      };
      for (let lane = 0; lane < LANES_COUNT; lane++) Object.assign(Resources, ofLane(lane));
    };
    this.hooks = { "after:aws:package:finalize:mergeCustomProviderResources": addLanes };
  }
};
