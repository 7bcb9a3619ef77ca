import { keepJobs } from "../lib/lambda/job-keeper.ts";

export const handler = keepJobs;
