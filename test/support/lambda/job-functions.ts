import assert from "node:assert/strict";
import { once } from "node:events";
import { request } from "node:http";
import { buffer } from "node:stream/consumers";
import { after } from "node:test";
import type { SQSBatchResponse, SQSEvent } from "aws-lambda";
import { motoRefused, startMoto } from "../aws/moto.ts";
import { type MotoQueue, makeQueue } from "../aws/moto-queue.ts";
import type { JobView } from "../job-calls.ts";
import { startS3 } from "../s3.ts";
import { endpointUrl } from "../table.ts";
import { S3_HOST, SQS_HOST } from "./function.ts";
import { packaged } from "./packaged.ts";
import { recordTable, type TableCall } from "./recorded-table.ts";
import { allows, type TableStatement } from "./rights.ts";
import { lambdaRootRefused } from "./root.ts";
import type { Sample } from "./sample.ts";
import { type Deployed, deploy } from "./stage.ts";
import { functionOf, resourcesOf } from "./template.ts";

/** The reason why the packaged functions of jobs cannot run here; undefined if they can. */
export const untestedJobs = lambdaRootRefused() ?? motoRefused();
if (untestedJobs !== undefined)
  console.warn(`NOT TESTED: jobs of packaged functions, with moto's SQS: ${untestedJobs}`);

/** The S3 of these functions. */
export const s3 = await startS3();
const moto = untestedJobs === undefined ? await startMoto() : undefined;
after(() => {
  moto?.stop();
  s3.close();
});

const records = new Map<string, Awaited<ReturnType<typeof recordTable>>>();
after(() => {
  for (const { close } of records.values()) close();
});

const opened = new Map<string, ReturnType<typeof recordTable>>();

/** The record of a function's calls. All functions of a path have one, also those that are started at the same time. */
const recordOf = async (path: string) => {
  if (!opened.has(path)) opened.set(path, recordTable(endpointUrl));
  const record = await opened.get(path)!;
  records.set(path, record);
  return record;
};

/** The queues of a function, and the port of a receiver of callbacks that it may reach. */
interface Surroundings {
  readonly callbacks?: MotoQueue;
  readonly receiver?: number;
}

const addressOf = ({ name }: MotoQueue): string => `http://${SQS_HOST}/123456789012/${name}`;

/** A packaged function with the S3 of these tests, and with moto's SQS, of which it has one queue of jobs, or several. */
export const deployed = async (
  path: string,
  queue?: MotoQueue | readonly MotoQueue[],
  { callbacks, receiver }: Surroundings = {},
): Promise<Deployed> =>
  deploy(
    packaged(path),
    {
      ...(queue && { PLATEN_JOB_QUEUES: [queue].flat().map(addressOf).join() }),
      ...(callbacks && { PLATEN_CALLBACK_QUEUE: addressOf(callbacks) }),
      ...(receiver !== undefined && { PLATEN_EGRESS_ALLOW: "127.0.0.1" }),
    },
    s3,
    {
      sqs: Number(new URL(moto!.settings.AWS_ENDPOINT_URL).port),
      store: (await recordOf(path)).endpoint,
      ...(receiver !== undefined && { receiver }),
    },
  );

/** A new queue of moto's SQS. */
export const queueOf = (name: string): Promise<MotoQueue> => makeQueue(moto!.settings.AWS_ENDPOINT_URL, name);

/** Gives a worker an event. */
export const work = async (worker: Deployed, event: SQSEvent): Promise<SQSBatchResponse> =>
  (await worker.call(event)) as SQSBatchResponse;

/** Submits a request to a function as a job. */
export const submit = async (
  lambda: Deployed,
  { type, body }: Sample,
  named: Record<string, string> = {},
): Promise<JobView> => {
  const headers = { "X-API-Key": lambda.key, "Content-Type": type, Prefer: "respond-async", ...named };
  const answer = await lambda.invoke(headers, body);
  assert.equal(answer.statusCode, 202, answer.body.toString() + lambda.log());
  return JSON.parse(answer.body.toString()) as JobView;
};

/** Asks the function of jobs something. */
export const ask = async (jobs: Deployed, method: string, path: string, key?: string) => {
  const event = { httpMethod: method, path, body: null, requestContext: { path: `/dev${path}` } };
  const headers = { Host: "api.example", ...(key && { "X-API-Key": key }) };
  return (await jobs.call({ ...event, headers })) as {
    readonly statusCode: number;
    readonly headers: Record<string, string>;
    readonly body: string;
  };
};

/** The bytes at an address of S3, from the S3 of these tests. */
export const fetched = async (location: string): Promise<Buffer> => {
  const { host, pathname, search } = new URL(location);
  assert.equal(host, S3_HOST);
  const sent = request({ port: new URL(s3.endpoint).port, path: pathname + search, headers: { Host: host } }).end();
  const [reply] = await once(sent, "response");
  assert.equal(reply.statusCode, 200);
  return buffer(reply);
};

/** A job as the function of jobs tells it. */
export const jobOf = async (jobs: Deployed, { id }: Pick<JobView, "id">, key: string): Promise<JobView> =>
  JSON.parse((await ask(jobs, "GET", `/v1/jobs/${id}`, key)).body) as JobView;

interface Role {
  readonly Policies: readonly { readonly PolicyDocument: { readonly Statement: readonly TableStatement[] } }[];
}

/** What the role of a function allows. */
const rightsOf = (path: string): readonly TableStatement[] => {
  const role = resourcesOf<Role>("IAM::Role").find(({ id }) => id === functionOf(path).Role["Fn::GetAtt"][0])!;
  return role.Properties.Policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement);
};

/** The calls that a function has made so far, without the question with which it opens its connection at its start. */
const callsOf = (path: string): readonly TableCall[] => {
  const { calls } = records.get(path)!;
  // That is for a key that nobody has, and may be refused.
  const nobody = calls.find(({ leadingKey }) => leadingKey.startsWith("KEY#"))!;
  return calls.filter(({ leadingKey }) => leadingKey !== nobody.leadingKey);
};

/** The calls to the table so far that the roles of their functions do not allow. */
export const callsBeyondRoles = (): readonly (TableCall & { readonly path: string })[] =>
  [...records.keys()].flatMap((path) => {
    const rights = rightsOf(path);
    return callsOf(path).flatMap((call) => (allows(rights, call) ? [] : [{ path, ...call }]));
  });

/** The rights of a function to the table of which no call so far makes use. */
export const unusedRights = (path: string): readonly string[] =>
  rightsOf(path).flatMap(({ Action, Condition = {} }) => {
    const keys = Object.values(Condition).flatMap((condition) => condition["dynamodb:LeadingKeys"] ?? []);
    const rights = [Action].flat().flatMap((action) => keys.map((key) => ({ action, key })));
    return rights.flatMap(({ action, key }) => {
      const right = { Action: action, Condition: { is: { "dynamodb:LeadingKeys": [key] } } };
      return callsOf(path).some((call) => allows([right], call)) ? [] : [`${action} ${key}`];
    });
  });
