import type { APIGatewayAuthorizerResult, APIGatewayTokenAuthorizerEvent } from "aws-lambda";
import { accounts } from "../accounts/accounts.ts";
import { logFailure } from "./log.ts";

/** Whether a key belongs to nobody. If the accounts cannot be reached, the endpoint says so. */
const isStranger = async (key: string): Promise<boolean> => {
  try {
    return (await accounts().keys.find(key)) === undefined;
  } catch (error) {
    logFailure("authorizer", error);
    return false;
  }
};

/** Every method of a stage, from the ARN of one of them: the gateway uses the answer again for all of them. */
const stageOf = (methodArn: string): string => `${methodArn.split("/").slice(0, 2).join("/")}/*`;

/**
 * Tells API Gateway whether an X-API-Key may pass (Lambda authorizer, payload of type TOKEN). The gateway asks before it calls
 * the function of an endpoint, and remembers the answer.
 */
export const authorize = async ({
  authorizationToken,
  methodArn,
}: APIGatewayTokenAuthorizerEvent): Promise<APIGatewayAuthorizerResult> => ({
  principalId: "caller",
  policyDocument: {
    Version: "2012-10-17",
    Statement: [
      {
        Action: "execute-api:Invoke",
        Effect: (await isStranger(authorizationToken)) ? "Deny" : "Allow",
        Resource: stageOf(methodArn),
      },
    ],
  },
});
