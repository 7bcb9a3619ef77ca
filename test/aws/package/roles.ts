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
const items = (...of: string[]) => ({ "ForAllValues:StringLike": { "dynamodb:LeadingKeys": of } });
const logOf = (path: string) => {
  const name = nameOf(path).replaceAll("-", "Dash");
  return { "Fn::GetAtt": [`${name[0]!.toUpperCase()}${name.slice(1)}LogGroup`, "Arn"] };
};

suite("roles", () => {
  test("exist for each function, with the rights that the function uses and no others", () => {
    const used = [...paths, "/account", "/authorizer", "/openapi"].map(
      (path) => functionOf(path).Role["Fn::GetAtt"][0],
    );
    assert.deepEqual(new Set(used), new Set(roles.map(({ id }) => id)));
    const described = roles.find(({ id }) => id === functionOf("/openapi").Role["Fn::GetAtt"][0])!;
    assert.deepEqual(statementsOf(described.Properties).map(actionsOf), [
      ["logs:CreateLogStream", "logs:PutLogEvents"],
    ]);
    const standing = roles.find(({ id }) => id === functionOf("/account").Role["Fn::GetAtt"][0])!;
    assert.deepEqual(
      statementsOf(standing.Properties).map((one) => [actionsOf(one).join(" "), one.Condition]),
      [
        ["dynamodb:GetItem", { "ForAllValues:StringLike": { "dynamodb:LeadingKeys": ["KEY#*", "ACC#*"] } }],
        ["logs:CreateLogStream logs:PutLogEvents", undefined],
      ],
    );
    const keys = roles.find(({ id }) => id === functionOf("/authorizer").Role["Fn::GetAtt"][0])!;
    assert.deepEqual(
      statementsOf(keys.Properties).map((one) => [actionsOf(one).join(" "), one.Condition]),
      [
        ["dynamodb:GetItem", items("KEY#*")],
        ["logs:CreateLogStream logs:PutLogEvents", undefined],
      ],
    );
    for (const path of paths) {
      const role = roles.find(({ id }) => id === functionOf(path).Role["Fn::GetAtt"][0])!;
      const given = statementsOf(role.Properties).map((one) => [actionsOf(one).join(" "), one.Resource, one.Condition]);
      assert.deepEqual(given, [
        ["dynamodb:GetItem", TABLE_ARN, items("KEY#*")],
        ["dynamodb:UpdateItem", TABLE_ARN, items("ACC#*", "IDM#*")],
        ...(path === "/uploads"
          ? [["s3:PutObject", BODIES_ARN, undefined]]
          : [
              ["s3:GetObject s3:DeleteObject", BODIES_ARN, undefined],
              ["s3:GetObject s3:PutObject s3:DeleteObject", ANSWERS_ARN, undefined],
              ["s3:ListBucket", BUCKET_ARN, { StringLike: { "s3:prefix": "out/*" } }],
            ]),
        ["logs:CreateLogStream logs:PutLogEvents", logOf(path), undefined],
      ]);
    }
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
