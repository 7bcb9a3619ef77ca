import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { template } from "../../support/lambda/template.ts";

/** Resources that a stack of CloudFormation may have. */
const RESOURCES_LIMIT = 500;

/** Every name that a value refers to, by `Ref`, `Fn::GetAtt`, `Fn::Sub` or `DependsOn`. */
const referencesIn = (value: unknown): string[] => {
  if (Array.isArray(value)) return value.flatMap(referencesIn);
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    if (key === "Ref") return [inner as string];
    if (key === "DependsOn") return [inner].flat() as string[];
    if (key === "Fn::GetAtt") return [([inner].flat() as string[])[0]!.split(".")[0]!];
    if (key !== "Fn::Sub") return referencesIn(inner);
    const [text, given = {}] = [inner].flat() as [string, object?];
    const names = [...text.matchAll(/\$\{([\w:]+)[^}]*\}/g)].map(([, name]) => name!);
    return [...names.filter((name) => !(name in given)), ...referencesIn(given)];
  });
};

suite("the resources of the template", () => {
  test("are few enough, with what parameters add to them", () => {
    const parametersAdd = 6;
    assert.ok(Object.keys(template().Resources).length + parametersAdd <= RESOURCES_LIMIT);
  });

  test("refer only to each other", () => {
    const { Resources } = template();
    const references = referencesIn(template());
    assert.ok(references.length > 100);
    assert.deepEqual(
      references.filter((name) => !(name in Resources) && !name.startsWith("AWS::")),
      [],
    );
  });
});
