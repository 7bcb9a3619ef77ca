import { authorize } from "../lib/http/authorizer.ts";

export const handler = authorize;
