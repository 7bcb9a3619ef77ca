import "./own-service.ts";
import { after } from "node:test";
import { credentials, startS3 } from "./s3.ts";

/** An S3 of this test, if the service stores uploads. Must be imported before the settings are read. */
export const s3 = await startS3();
after(s3.close);

Object.assign(process.env, {
  PLATEN_UPLOADS_BUCKET: "uploads-bucket",
  AWS_ENDPOINT_URL_S3: s3.endpoint,
  AWS_REGION: credentials.region,
  AWS_ACCESS_KEY_ID: credentials.accessKeyId,
  AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
});
