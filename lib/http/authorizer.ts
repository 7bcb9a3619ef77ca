import type { APIGatewayAuthorizerResult, APIGatewayTokenAuthorizerEvent } from "aws-lambda";
import { accounts } from "../accounts/accounts.ts";
import { laneKey, laneOf } from "./gateway-lane.ts";
import { logFailure } from "./log.ts";

/** The account of a key; the key itself if the accounts cannot be reached, so that the endpoint says so; undefined for a stranger. */
const callerBehind = async (key: string): Promise<string | undefined> => {
  try {
    return (await accounts().keys.find(key))?.account;
  } catch (error) {
    logFailure("authorizer", error);
    return key;
  }
};

/** Every method of a stage, from the ARN of one of them: the gateway uses the answer again for all of them. */
const stageOf = (methodArn: string): string => `${methodArn.split("/").slice(0, 2).join("/")}/*`;

/** The id of the API in the ARN of a method: the last field is `API/STAGE/METHOD/PATH`. */
const apiOf = (methodArn: string): string =>
  methodArn
    .slice(methodArn.lastIndexOf(":") + 1)
    .split("/", 1)
    .join();

/**
 * Answers API Gateway whether an X-API-Key may pass (Lambda authorizer, payload of type TOKEN), and the lane in which the gateway
 * counts the request. The gateway asks before it calls the function of an endpoint, and remembers the answer.
 */
export const authorize = async ({
  authorizationToken,
  methodArn,
}: APIGatewayTokenAuthorizerEvent): Promise<APIGatewayAuthorizerResult> => {
  const caller = await callerBehind(authorizationToken);
  const Effect = caller === undefined ? "Deny" : "Allow";
  return {
    principalId: "caller",
    policyDocument: {
      Version: "2012-10-17",
      Statement: [{ Action: "execute-api:Invoke", Effect, Resource: stageOf(methodArn) }],
    },
    ...(caller !== undefined && { usageIdentifierKey: laneKey(apiOf(methodArn), laneOf(caller)) }),
  };
};
