import type { Contract, Example } from "../contract/contract.ts";

/** Where the samples call the service, and with which key: a value, or a variable of the shell. */
export interface SampleTarget {
  readonly url: string;
  readonly key: string;
}

type Sampled = Pick<Contract<never>, "path" | "example" | "output">;

/** A part of a form: its name, and the path of its file or its text. */
type SamplePart = { readonly name: string } & ({ readonly file: string } | { readonly text: string });

const partOf = (name: string, value: unknown): SamplePart => {
  if (typeof value !== "string") return { name, text: JSON.stringify(value) };
  return value.startsWith("@") ? { name, file: value.slice(1) } : { name, text: value };
};

/** A list is one part of JSON, unless it is a list of files: these are one part each. */
const partsOf = (form: Readonly<Record<string, unknown>>): SamplePart[] =>
  Object.entries(form).flatMap(([name, value]) =>
    Array.isArray(value) && typeof value[0] === "string"
      ? value.map((entry) => partOf(name, entry))
      : [partOf(name, value)],
  );

/** The parts of an example that is a form; none of another one. */
export const formOf = (example: Example) => ("form" in example ? partsOf(example.form) : []);

const inShell = (text: string): string => (/^[\w=.:/@$-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`);

/** The request as a command of a shell. */
export const curlSample = ({ path, example, output }: Sampled, { url, key }: SampleTarget): string => {
  const parts = formOf(example).map(
    (part) => `-F ${inShell(`${part.name}=${"file" in part ? `@${part.file}` : part.text}`)}`,
  );
  const body = "json" in example ? `-d ${inShell(JSON.stringify(example.json))}` : parts.join(" ");
  const options = [
    `-H "X-API-Key: ${key}"`,
    ...("json" in example ? ["-H 'Content-Type: application/json'"] : []),
    ...(output.name === undefined ? [] : [`-o ${output.name}`]),
  ];
  return `curl --fail-with-body ${url}${path} ${options.join(" ")} \\\n  ${body}`;
};

const lines = (...parts: readonly (string | readonly string[])[]): string => parts.flat().join("\n");

/** The request as a program for Node. */
export const typeScriptSample = ({ path, example, output }: Sampled, { url, key }: SampleTarget): string => {
  const parts = formOf(example);
  const imports = [
    ...("form" in example ? [`import { openAsBlob } from "node:fs";`] : []),
    ...(output.name === undefined ? [] : [`import { writeFile } from "node:fs/promises";`]),
  ];
  const appended = parts.map((part) => {
    const name = JSON.stringify(part.name);
    if ("text" in part) return `body.append(${name}, ${JSON.stringify(part.text)});`;
    return `body.append(${name}, await openAsBlob("${part.file}"), "${part.file.split("/").at(-1)}");`;
  });
  const content =
    "json" in example
      ? [`const body = JSON.stringify(${JSON.stringify(example.json)});`]
      : ["const body = new FormData();", ...appended];
  const type = "json" in example ? [`    "Content-Type": "application/json",`] : [];
  return lines(
    imports,
    imports.length > 0 ? "" : [],
    content,
    `const response = await fetch(${JSON.stringify(url + path)}, {`,
    `  method: "POST",`,
    `  headers: {`,
    `    "X-API-Key": ${JSON.stringify(key)},`,
    type,
    `  },`,
    `  body,`,
    `});`,
    `if (!response.ok) throw new Error(await response.text());`,
    output.name === undefined
      ? `console.log(await response.json());`
      : `await writeFile(${JSON.stringify(output.name)}, Buffer.from(await response.arrayBuffer()));`,
  );
};

/** The request as a program for Python. */
export const pythonSample = ({ path, example, output }: Sampled, { url, key }: SampleTarget): string => {
  const parts = formOf(example);
  const files = parts.flatMap((part) => ("file" in part ? [`    ("${part.name}", open("${part.file}", "rb")),`] : []));
  const texts = parts.flatMap((part) => ("text" in part ? [`    "${part.name}": ${JSON.stringify(part.text)},`] : []));
  const json = "json" in example ? JSON.stringify(example.json) : undefined;
  return lines(
    json === undefined ? [] : "import json\n",
    "import requests",
    "",
    json === undefined
      ? ["files = [", ...files, "]", "data = {", ...texts, "}"]
      : [`body = json.loads(${JSON.stringify(json)})`],
    "response = requests.post(",
    `    ${JSON.stringify(url + path)},`,
    `    headers={"X-API-Key": ${JSON.stringify(key)}},`,
    json === undefined ? ["    files=files,", "    data=data,"] : "    json=body,",
    "    timeout=90,",
    ")",
    "if not response.ok:",
    "    raise SystemExit(response.text)",
    output.name === undefined
      ? "print(response.json())"
      : [`with open(${JSON.stringify(output.name)}, "wb") as file:`, "    file.write(response.content)"],
  );
};
