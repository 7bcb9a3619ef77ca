import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { endpoints } from "../../../functions/index.ts";
import { resourcesOf, template } from "../../support/lambda/template.ts";

interface Bucket {
  readonly PublicAccessBlockConfiguration: Readonly<Record<string, boolean>>;
  readonly BucketEncryption: unknown;
  readonly LifecycleConfiguration: {
    readonly Rules: readonly { Prefix: string; ExpirationInDays: number; AbortIncompleteMultipartUpload: object }[];
  };
}
interface Metric {
  readonly Namespace: string;
  readonly MetricName: string;
  readonly Dimensions: readonly { readonly Name: string; readonly Value: string }[];
}
interface Alarm {
  readonly Namespace?: string;
  readonly Metrics?: readonly { readonly MetricStat?: { readonly Metric: Metric } }[];
  readonly MetricName?: string;
  readonly Threshold: number;
  readonly AlarmActions: unknown;
}

const lambdas = resourcesOf("Lambda::Function");

suite("the stack", () => {
  test("has a private bucket for uploads that requires TLS and deletes bodies after a day", () => {
    const bucket = resourcesOf<Bucket>("S3::Bucket").find(({ id }) => id === "UploadsBucket")!.Properties;
    assert.deepEqual(Object.values(bucket.PublicAccessBlockConfiguration), [true, true, true, true]);
    assert.match(JSON.stringify(bucket.BucketEncryption), /AES256/);
    const [rule, ofAnswers, ...ofJobs] = bucket.LifecycleConfiguration.Rules;
    assert.deepEqual([rule!.Prefix, rule!.ExpirationInDays], ["in/", 1]);
    assert.deepEqual([ofAnswers!.Prefix, ofAnswers!.ExpirationInDays], ["out/", 1]);
    assert.deepEqual(
      ofJobs.map(({ Prefix, ExpirationInDays }) => [Prefix, ExpirationInDays]),
      [
        ["jobs/", 1],
        ["results/", 1],
      ],
    );
    assert.deepEqual(rule!.AbortIncompleteMultipartUpload, { DaysAfterInitiation: 1 });
    const policies = resourcesOf<{ PolicyDocument: { Statement: unknown[] } }>("S3::BucketPolicy");
    const [statement] = policies.find(({ id }) => id === "UploadsBucketPolicy")!.Properties.PolicyDocument.Statement;
    assert.match(JSON.stringify(statement), /"Effect":"Deny".*"aws:SecureTransport":"false"/);
  });

  test("has a table that can be restored, cannot be deleted by mistake, and is billed by request", () => {
    const [table] = resourcesOf<Record<string, unknown>>("DynamoDB::Table");
    const { BillingMode, PointInTimeRecoverySpecification, DeletionProtectionEnabled } = table!.Properties;
    assert.equal(table!.DeletionPolicy, "RetainExceptOnCreate");
    assert.equal(DeletionProtectionEnabled, true);
    assert.equal(BillingMode, "PAY_PER_REQUEST");
    assert.deepEqual(PointInTimeRecoverySpecification, { PointInTimeRecoveryEnabled: true });
  });

  test("makes its table unless it is given one that exists", () => {
    const [table] = resourcesOf("DynamoDB::Table");
    assert.equal(table!.id, "Table");
    assert.doesNotMatch(JSON.stringify(template().Resources), /"Ref":"Table"|"Fn::GetAtt":\["Table"/);
  });

  test("has the address of AWS if it has no domain name of its own", () => {
    const [api] = resourcesOf<Record<string, unknown>>("ApiGateway::RestApi");
    assert.equal(api!.Properties["DisableExecuteApiEndpoint"], false);
    assert.deepEqual(resourcesOf("ApiGateway::DomainName"), []);
  });

  test("has a log for each function, which is kept for 30 days", () => {
    const logs = resourcesOf<{ RetentionInDays: number }>("Logs::LogGroup");
    assert.equal(logs.length, lambdas.length);
    assert.ok(logs.every(({ Properties }) => Properties.RetentionInDays === 30));
  });

  test("has alarms for failed answers, for functions that fail or are slow, for the table, for credits and for jobs", () => {
    const alarms = resourcesOf<Alarm>("CloudWatch::Alarm");
    const watched = alarms.flatMap(({ Properties: { MetricName, Metrics = [] } }) => [
      ...(MetricName === undefined ? [] : [MetricName]),
      ...Metrics.flatMap(({ MetricStat }) => MetricStat?.Metric.MetricName ?? []),
    ]);
    const of = (name: string) => watched.filter((one) => one === name).length;
    assert.deepEqual(
      [of("failures"), of("ReadThrottleEvents"), of("WriteThrottleEvents"), of("recoveredHolds"), of("oldestJobMs")],
      [1, 1, 1, 1, 1],
    );
    assert.deepEqual([of("NumberOfMessagesReceived"), of("ApproximateNumberOfMessagesVisible")], [1, 1]);
    for (const name of ["Errors", "Throttles"]) assert.equal(of(name), lambdas.length);
    for (const { Properties } of alarms) assert.deepEqual(Properties.AlarmActions, undefined);
  });

  test("measures the slowness of an endpoint by its work, without the sending of the answer", () => {
    const slow = resourcesOf<Alarm>("CloudWatch::Alarm").filter(({ id }) => id.endsWith("SlowAlarm"));
    const watched = slow.map(({ Properties: { Metrics, Threshold } }) => {
      assert.equal(Threshold, 48_000);
      const { Namespace, MetricName, Dimensions } = Metrics![0]!.MetricStat!.Metric;
      assert.deepEqual([Namespace, MetricName], ["platen-dev", "ms"]);
      assert.deepEqual(
        Dimensions.map(({ Name }) => Name),
        ["operation"],
      );
      return Dimensions[0]!.Value;
    });
    assert.deepEqual(new Set(watched), new Set([...endpoints.map(({ contract }) => contract.path), "/batches"]));
  });

  test("has a dashboard that CloudWatch can read", () => {
    const [dashboard] = resourcesOf<{ DashboardBody: { "Fn::Sub": [string, object] } }>("CloudWatch::Dashboard");
    const [text] = dashboard!.Properties.DashboardBody["Fn::Sub"];
    assert.equal(JSON.parse(text).widgets.length, 8);
  });
});
