import { FORM_TYPE, type Operation, operationsOf } from "./document.ts";
import type { Json } from "./json.ts";
import { partKind, partsOf } from "./parts.ts";

const dataOf = ({ id, method, path, bodies, answers, givesFile }: Operation): readonly [string, Json] => {
  const form = bodies.get(FORM_TYPE);
  const json = bodies.get("application/json");
  return [
    id,
    {
      method,
      path,
      ...(json && { json: partsOf(json).map(([name]) => name) }),
      ...(form && { form: Object.fromEntries(partsOf(form).map(([name, part]) => [name, partKind(part)])) }),
      ...(givesFile && { file: [...answers.keys()].find((type) => type !== "application/json") ?? "application/json" }),
    },
  ];
};

/** The TypeScript of how each operation is sent: its method, its path, the fields of its JSON, the parts of its form. */
export const operationData = (document: Json): string => {
  const operations = Object.fromEntries(operationsOf(document).map(dataOf));
  return `/** How each operation of the service is sent, by its id; \`file\` is the type of the file that it returns. */
export const OPERATIONS = ${JSON.stringify(operations)} as const;\n`;
};
