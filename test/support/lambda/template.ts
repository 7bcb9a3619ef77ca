import { readFileSync } from "node:fs";

/** A CloudFormation resource with the properties of its type. */
export interface Resource<Properties = unknown> {
  readonly id: string;
  readonly Type: string;
  readonly Properties: Properties;
  readonly DependsOn?: readonly string[];
  readonly DeletionPolicy?: string;
}

interface Template {
  readonly Resources: Readonly<Record<string, Omit<Resource, "id">>>;
}

/** The CloudFormation template that `npm run package` made. */
export const template = (): Template =>
  JSON.parse(readFileSync(".serverless/cloudformation-template-update-stack.json", "utf8"));

/** All resources of a type: `ApiGateway::Method`. */
export const resourcesOf = <Properties>(type: string): Resource<Properties>[] =>
  Object.entries(template().Resources).flatMap(([id, resource]) =>
    resource.Type === `AWS::${type}` ? [{ ...(resource as Resource<Properties>), id }] : [],
  );

/** The properties of a deployed function. */
export interface FunctionProperties {
  readonly Handler: string;
  readonly MemorySize: number;
  readonly Timeout: number;
  readonly EphemeralStorage?: { readonly Size: number };
  readonly Layers?: readonly { readonly Ref: string }[];
  readonly Environment: { readonly Variables: Readonly<Record<string, unknown>> };
  readonly FunctionName: string;
  readonly Role: { readonly "Fn::GetAtt": readonly [id: string, attribute: string] };
}

/** The name of an endpoint's function in serverless.yml. */
export const nameOf = (path: string): string => path.slice(1).replaceAll("/", "-");

/** The properties of an endpoint's function. */
export const functionOf = (path: string): FunctionProperties => {
  const all = resourcesOf<FunctionProperties>("Lambda::Function").map(({ Properties }) => Properties);
  const found = all.find(({ FunctionName }) => FunctionName.endsWith(`-dev-${nameOf(path)}`));
  if (found === undefined) throw new Error(`the template has no function for ${path}`);
  return found;
};
