import { authorize } from "../lib/gateway/authorizer.ts";

export const handler = authorize;
