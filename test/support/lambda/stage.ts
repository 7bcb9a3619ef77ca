import { createAccount } from "../../../lib/accounts/operator/credits.ts";
import { createKey } from "../../../lib/accounts/operator/keys.ts";
import { credentials, type S3 } from "../s3.ts";
import { endpointUrl, table } from "../table.ts";
import { type LambdaFunction, type Packaged, startFunction } from "./function.ts";
import type { Answer, Bandwidth } from "./runtime-api.ts";
import type { Sample } from "./sample.ts";

/** A running function, with an account for its calls. */
export interface Deployed extends LambdaFunction, AsyncDisposable {
  readonly account: string;
  readonly key: string;
  /** Calls it with the key of that account. */
  post(sample: Sample): Promise<Answer>;
}

/** A new account with these credits, and a key to it. */
export const newKey = async (credits: number): Promise<{ account: string; key: string }> => {
  const account = (await createAccount(table, credits))!;
  return { account, key: await createKey(table, account, "test") };
};

const portOf = (url: string) => Number(new URL(url).port);

/** The bandwidth of answers, the ports of an SQS and of a receiver of callbacks, and the address at which the function reaches the table of this test file. */
interface DeployOptions {
  readonly bandwidth?: Bandwidth;
  readonly sqs?: number;
  readonly receiver?: number;
  readonly store?: string;
}

/** Starts a packaged function with the table of this test file, an S3 if one is given, and a new account. */
export const deploy = async (
  packaged: Packaged,
  settings: Record<string, string> = {},
  s3?: Pick<S3, "endpoint">,
  { bandwidth, sqs, receiver, store = endpointUrl }: DeployOptions = {},
): Promise<Deployed> => {
  const { account, key } = await newKey(100);
  const stage = { PLATEN_TABLE: table.name, PLATEN_UPLOADS_BUCKET: "uploads" };
  const keys = s3 && { AWS_ACCESS_KEY_ID: credentials.accessKeyId, AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey };
  const environment = { ...packaged.environment, ...stage, ...keys, ...settings };
  const neighbours = { table: portOf(store), s3: s3 && portOf(s3.endpoint), sqs, receiver, bandwidth };
  const lambda = await startFunction({ ...packaged, environment }, neighbours);
  const post = ({ type, body }: Sample) => lambda.invoke({ "X-API-Key": key, "Content-Type": type }, body);
  return { ...lambda, account, key, post, [Symbol.asyncDispose]: lambda.stop };
};
