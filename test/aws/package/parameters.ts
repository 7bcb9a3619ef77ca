import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { endpoints } from "../../../functions/index.ts";
import { everyParameter } from "../../support/aws/every-parameter.ts";
import { type FunctionProperties, nameOf } from "../../support/lambda/template.ts";

interface Stage {
  readonly TracingEnabled: boolean;
  readonly AccessLogSetting: { readonly Format: string };
  readonly MethodSettings: readonly { readonly HttpMethod: string; readonly ThrottlingRateLimit: number }[];
}
type Lambda = FunctionProperties & {
  readonly Architectures: readonly string[];
  readonly ReservedConcurrentExecutions?: number;
  readonly TracingConfig?: { readonly Mode: string };
};

/** Endpoints whose work needs an engine that is built for x86-64. All others run on each processor. */
const BUILT_FOR_X86 = [
  "/convert/email-to-pdf",
  "/convert/html-to-pdf",
  "/convert/html-to-image",
  "/convert/image-to-pdf",
  "/convert/markdown-to-pdf",
  "/convert/word-to-pdf",
  "/convert/excel-to-pdf",
  "/convert/office-to-pdf",
  "/pdf/archive",
  "/convert/powerpoint-to-pdf",
  "/pdf/compress",
  "/pdf/images",
  "/pdf/stamp",
  "/pdf/text",
];
const portable = endpoints
  .map(({ contract }) => contract.path as string)
  .filter((path) => !BUILT_FOR_X86.includes(path));

suite("the parameters of a stage", () => {
  test("log accesses, trace and throttle", async () => {
    const [stage] = await everyParameter.resourcesOf<Stage>("ApiGateway::Stage");
    const { TracingEnabled, AccessLogSetting, MethodSettings } = stage!.Properties;
    assert.equal(TracingEnabled, true);
    assert.ok("gatewayId" in JSON.parse(AccessLogSetting.Format));
    assert.doesNotMatch(AccessLogSetting.Format, /header|querystring|authorizer/);
    const posts = MethodSettings.filter(({ HttpMethod }) => HttpMethod === "POST");
    assert.ok(posts.length > 9 && posts.every(({ ThrottlingRateLimit }) => ThrottlingRateLimit === 7));
  });

  test("put a web ACL before the stage", async () => {
    const [association] = await everyParameter.resourcesOf<{ WebACLArn: string; ResourceArn: object }>(
      "WAFv2::WebACLAssociation",
    );
    assert.match(association!.Properties.WebACLArn, /webacl\/platen/);
    assert.match(
      JSON.stringify(association!.Properties.ResourceArn),
      /\/restapis\/\$\{ApiGatewayRestApi\}\/stages\/dev"/,
    );
    assert.deepEqual(association!.DependsOn, ["ApiGatewayStage"]);
  });

  test("close the address of AWS beside a domain name, which waits for the stage", async () => {
    const [api] = await everyParameter.resourcesOf<Record<string, unknown>>("ApiGateway::RestApi");
    assert.equal(api!.Properties["DisableExecuteApiEndpoint"], true);
    const [mapping] = await everyParameter.resourcesOf("ApiGateway::BasePathMapping");
    assert.ok(mapping!.DependsOn!.includes("ApiGatewayStage"));
  });

  test("adopt a table", async () => {
    assert.deepEqual(await everyParameter.resourcesOf("DynamoDB::Table"), []);
    for (const { Properties } of await everyParameter.resourcesOf<FunctionProperties>("Lambda::Function")) {
      assert.equal(Properties.Environment.Variables["PLATEN_TABLE"], "platen-old");
    }
  });

  test("name the address where credits can be bought", async () => {
    for (const { Properties } of await everyParameter.resourcesOf<FunctionProperties>("Lambda::Function")) {
      assert.equal(Properties.Environment.Variables["PLATEN_PURCHASE_URL"], "https://example.org/credits");
    }
  });

  test("send alarms to a topic", async () => {
    for (const { Properties } of await everyParameter.resourcesOf<{ AlarmActions: string[] }>("CloudWatch::Alarm")) {
      assert.match(Properties.AlarmActions.join(), /^arn:aws:sns:eu-west-1:123456789012:alarms$/);
    }
  });

  test("choose the processor of functions whose work runs on each, trace, and limit concurrent calls", async () => {
    const lambdas = await everyParameter.resourcesOf<Lambda>("Lambda::Function");
    const architecture = (path: string) =>
      lambdas.find(({ Properties }) => Properties.FunctionName.endsWith(`-dev-${nameOf(path)}`))!.Properties
        .Architectures;
    for (const path of portable) assert.deepEqual(architecture(path), ["arm64"], path);
    for (const path of BUILT_FOR_X86) assert.deepEqual(architecture(path), ["x86_64"], path);
    for (const { id, Properties } of lambdas) {
      const usual = id.startsWith("Workers") ? 3 : 5;
      assert.equal(Properties.ReservedConcurrentExecutions, id === "CallbacksLambdaFunction" ? 4 : usual);
      assert.deepEqual(Properties.TracingConfig, { Mode: "Active" });
    }
    const mappings = await everyParameter.resourcesOf<{ ScalingConfig?: object; BatchSize: number }>(
      "Lambda::EventSourceMapping",
    );
    for (const { id, Properties } of mappings) {
      const most = id.startsWith("Workers") ? 3 : 2;
      assert.deepEqual(
        Properties.ScalingConfig,
        id.startsWith("JobDashkeeper") ? undefined : { MaximumConcurrency: most },
      );
    }
    const roles = await everyParameter.resourcesOf("IAM::Role");
    const traced = roles.filter(({ Properties }) => JSON.stringify(Properties).includes("xray:PutTraceSegments"));
    assert.equal(traced.length, lambdas.length);
  });
});
