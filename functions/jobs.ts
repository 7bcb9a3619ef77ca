import { resourceHandler } from "../lib/lambda/resource-handler.ts";
import { jobResourcesOf } from "../lib/server/jobs/job-resources.ts";
import { resultRedirect } from "../lib/server/jobs/result.ts";

export const handler = resourceHandler(jobResourcesOf(resultRedirect));
