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

const TABLE = { "Fn::GetAtt": ["Table", "Arn"] };
const BODIES = { "Fn::Sub": `\${UploadsBucket.Arn}/in/*` };
const items = (of: string) => ({ "ForAllValues:StringLike": { "dynamodb:LeadingKeys": [of] } });
const logOf = (path: string) => {
  const name = nameOf(path).replaceAll("-", "Dash");
  return { "Fn::GetAtt": [`${name[0]!.toUpperCase()}${name.slice(1)}LogGroup`, "Arn"] };
};

suite("roles", () => {
  test("are one for each function, each with what its function uses and nothing else", () => {
    const used = paths.map((path) => functionOf(path).Role["Fn::GetAtt"][0]);
    assert.deepEqual(new Set(used), new Set(roles.map(({ id }) => id)));
    for (const path of paths) {
      const role = roles.find(({ id }) => id === functionOf(path).Role["Fn::GetAtt"][0])!;
      const given = statementsOf(role.Properties).map((one) => [actionsOf(one).join(" "), one.Resource, one.Condition]);
      assert.deepEqual(given, [
        ["dynamodb:GetItem", TABLE, items("KEY#*")],
        ["dynamodb:UpdateItem", TABLE, items("ACC#*")],
        [path === "/uploads" ? "s3:PutObject" : "s3:GetObject s3:DeleteObject", BODIES, undefined],
        ["logs:CreateLogStream logs:PutLogEvents", logOf(path), undefined],
      ]);
    }
  });

  test("are all the rights that the stack gives, and none of them is a wildcard", () => {
    assert.deepEqual(resourcesOf("IAM::Policy"), []);
    const statements = roles.flatMap(({ Properties }) => statementsOf(Properties));
    assert.ok(statements.length >= paths.length * 4);
    for (const statement of statements) {
      for (const action of actionsOf(statement)) assert.doesNotMatch(action, /\*/);
      assert.notEqual(statement.Resource, "*");
    }
  });
});
