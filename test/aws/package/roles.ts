import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { endpoints } from "../../../functions/index.ts";
import { functionOf, nameOf, resourcesOf } from "../../support/lambda/template.ts";

interface Statement {
  readonly Action: string | readonly string[];
  readonly Resource: unknown;
  readonly Condition?: unknown;
}
interface Role {
  readonly Policies: readonly { readonly PolicyDocument: { readonly Statement: readonly Statement[] } }[];
}

const paths = endpoints.map(({ contract }) => contract.path as string);
const roles = resourcesOf<Role>("IAM::Role");
const actionsOf = ({ Action }: Statement): string[] => [Action].flat() as string[];
const statementsOf = ({ Policies }: Role): Statement[] =>
  Policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement);

const TABLE_ARN = {
  "Fn::Sub": `arn:\${AWS::Partition}:dynamodb:\${AWS::Region}:\${AWS::AccountId}:table/platen-dev`,
};
const BODIES_ARN = { "Fn::Sub": `\${UploadsBucket.Arn}/in/*` };
const ANSWERS_ARN = { "Fn::Sub": `\${UploadsBucket.Arn}/out/*` };
const BUCKET_ARN = { "Fn::GetAtt": ["UploadsBucket", "Arn"] };
const JOBS_ARN = { "Fn::Sub": `\${UploadsBucket.Arn}/jobs/*` };
const RESULTS_ARN = { "Fn::Sub": `\${UploadsBucket.Arn}/results/*` };
const queueArn = (name: string) => ({ "Fn::GetAtt": [name, "Arn"] });
const only = (of: string) => ({ "ForAllValues:StringEquals": { "dynamodb:LeadingKeys": [of] } });
const QUEUE = only("QUEUE");
const RECEIVE = "sqs:ReceiveMessage sqs:DeleteMessage sqs:ChangeMessageVisibility sqs:GetQueueAttributes";
const items = (...of: string[]) => ({ "ForAllValues:StringLike": { "dynamodb:LeadingKeys": of } });
const logOf = (path: string) => {
  const name = nameOf(path).replaceAll("-", "Dash");
  return { "Fn::GetAtt": [`${name[0]!.toUpperCase()}${name.slice(1)}LogGroup`, "Arn"] };
};

/** The rights of a function: actions, resource and condition, without those for its log. */
const rightsOf = (path: string) => {
  const role = roles.find(({ id }) => id === functionOf(path).Role["Fn::GetAtt"][0])!;
  const given = statementsOf(role.Properties).map((one) => [actionsOf(one).join(" "), one.Resource, one.Condition]);
  assert.deepEqual(given.at(-1), ["logs:CreateLogStream logs:PutLogEvents", logOf(path), undefined]);
  return given.slice(0, -1);
};

const WORKERS = { browser: "BrowserJobs", office: "OfficeJobs", other: "OtherJobs" };
const others = ["/account", "/authorizer", "/batches", "/openapi", "/jobs", "/job-keeper", "/callbacks"];
const workers = Object.keys(WORKERS).map((name) => `/workers/${name}`);

const [writeJobs, leaveQueue, tellEnds] = [
  ["dynamodb:GetItem dynamodb:UpdateItem", TABLE_ARN, items("ACC#*", "QUEUE")],
  ["dynamodb:DeleteItem", TABLE_ARN, QUEUE],
  ["dynamodb:PutItem", TABLE_ARN, items("ACC#*", "BATCHES", "CALLBACKS")],
];
const wake = ["sqs:SendMessage", queueArn("Callbacks"), undefined];
const onAccounts = [
  ["dynamodb:GetItem", TABLE_ARN, items("KEY#*")],
  ["dynamodb:UpdateItem", TABLE_ARN, items("ACC#*", "IDM#*")],
];
const submits = [
  ["dynamodb:GetItem", TABLE_ARN, items("ACC#*", "IDM#*", "QUEUE")],
  ["dynamodb:PutItem", TABLE_ARN, items("ACC#*", "QUEUE")],
  leaveQueue,
  ["s3:PutObject s3:DeleteObject", JOBS_ARN, undefined],
  ["s3:ListBucket", BUCKET_ARN, { StringLike: { "s3:prefix": "results/*" } }],
];
const worksOnBatches = [
  ["dynamodb:Query dynamodb:PutItem dynamodb:UpdateItem dynamodb:DeleteItem", TABLE_ARN, only("BATCHES")],
  ["dynamodb:Query", TABLE_ARN, items("ACC#*")],
  ["dynamodb:BatchGetItem dynamodb:PutItem", TABLE_ARN, QUEUE],
  ["s3:GetObject s3:DeleteObject", JOBS_ARN, undefined],
];

suite("roles", () => {
  test("exist for each function, with the rights that the function uses and no others", () => {
    const used = [...paths, ...others, ...workers].map((path) => functionOf(path).Role["Fn::GetAtt"][0]);
    assert.deepEqual(new Set(used), new Set(roles.map(({ id }) => id)));
    assert.deepEqual(rightsOf("/openapi"), []);
    assert.deepEqual(rightsOf("/account"), [["dynamodb:GetItem", TABLE_ARN, items("KEY#*", "ACC#*")]]);
    assert.deepEqual(rightsOf("/authorizer"), [["dynamodb:GetItem", TABLE_ARN, items("KEY#*")]]);
  });

  test("let endpoints use keys, accounts and bodies, and submit jobs to the queue of their worker", () => {
    for (const path of paths) {
      const queue = functionOf(path).Environment.Variables["PLATEN_JOB_QUEUES"] as { readonly Ref: string } | undefined;
      assert.deepEqual(rightsOf(path), [
        ...onAccounts,
        ...(path === "/uploads"
          ? [["s3:PutObject", BODIES_ARN, undefined]]
          : [
              ["s3:GetObject s3:DeleteObject", BODIES_ARN, undefined],
              ["s3:GetObject s3:PutObject s3:DeleteObject", ANSWERS_ARN, undefined],
              ["s3:ListBucket", BUCKET_ARN, { StringLike: { "s3:prefix": "out/*" } }],
              ...submits,
              ["sqs:SendMessage", queueArn(queue!.Ref), undefined],
            ]),
      ]);
    }
  });

  test("let workers receive from their own queue, do jobs, and wake the sender of callbacks", () => {
    for (const [name, queue] of Object.entries(WORKERS))
      assert.deepEqual(rightsOf(`/workers/${name}`), [
        ...[writeJobs, leaveQueue, tellEnds],
        ["s3:GetObject s3:DeleteObject", BODIES_ARN, undefined],
        ["s3:GetObject s3:DeleteObject", JOBS_ARN, undefined],
        ["s3:PutObject s3:DeleteObject", RESULTS_ARN, undefined],
        [RECEIVE, queueArn(queue), undefined],
        wake,
      ]);
  });

  test("let the functions of jobs report them, look after them, and work on batches", () => {
    assert.deepEqual(rightsOf("/jobs"), [
      ["dynamodb:GetItem", TABLE_ARN, items("KEY#*")],
      writeJobs,
      ["dynamodb:DeleteItem", TABLE_ARN, items("QUEUE", "CALLBACKS")],
      ["dynamodb:Query dynamodb:BatchGetItem", TABLE_ARN, items("ACC#*", "QUEUE")],
      tellEnds,
      ["s3:DeleteObject", JOBS_ARN, undefined],
      ["s3:GetObject s3:DeleteObject", RESULTS_ARN, undefined],
      wake,
    ]);
    assert.deepEqual(rightsOf("/job-keeper"), [
      ...[writeJobs, leaveQueue, tellEnds],
      ["dynamodb:Query", TABLE_ARN, QUEUE],
      ["s3:DeleteObject", JOBS_ARN, undefined],
      ["sqs:SendMessage sqs:GetQueueAttributes", Object.values(WORKERS).map(queueArn), undefined],
      [RECEIVE, queueArn("DeadJobs"), undefined],
      ...worksOnBatches,
      wake,
    ]);
    assert.deepEqual(rightsOf("/batches"), [
      ...onAccounts,
      ...submits,
      ["dynamodb:PutItem dynamodb:DeleteItem", TABLE_ARN, only("CALLBACKS")],
      ["s3:GetObject", RESULTS_ARN, undefined],
      ["sqs:SendMessage", Object.values(WORKERS).map(queueArn), undefined],
      ...worksOnBatches,
      wake,
    ]);
  });

  test("let the function of callbacks read what has ended, go on with deliveries, and receive what wakes it", () => {
    assert.deepEqual(rightsOf("/callbacks"), [
      ["dynamodb:GetItem", TABLE_ARN, items("ACC#*")],
      ["dynamodb:UpdateItem", TABLE_ARN, items("ACC#*", "CALLBACKS")],
      ["dynamodb:Query dynamodb:PutItem dynamodb:DeleteItem", TABLE_ARN, only("CALLBACKS")],
      [RECEIVE, queueArn("Callbacks"), undefined],
    ]);
  });

  test("hold all rights that the stack grants, without wildcards", () => {
    assert.deepEqual(resourcesOf("IAM::Policy"), []);
    const statements = roles.flatMap(({ Properties }) => statementsOf(Properties));
    assert.ok(statements.length >= paths.length * 4);
    for (const statement of statements) {
      for (const action of actionsOf(statement)) assert.doesNotMatch(action, /\*/);
      assert.notEqual(statement.Resource, "*");
    }
  });
});
