import { COMMON_FLAGS } from "../../client/cli/common-flags.ts";
import { FORM_TYPE, type Operation, operationsOf } from "./document.ts";
import { type FlagData, flagsOf } from "./flags.ts";
import type { Json } from "./json.ts";
import { partKind, partsOf } from "./parts.ts";

/** `/convert/html-to-pdf` is `html`, `/convert/html-to-image` is `html-to-image`, `/pdf/pages/remove` is `remove-pages`. */
const commandName = (path: string): string => {
  const conversion = /^\/convert\/(.+)-to-(?:pdf|html)$/.exec(path);
  if (conversion) return conversion[1]!;
  const steps = path.split("/").slice(1);
  return (steps.length > 1 ? steps.slice(1) : steps).reverse().join("-");
};

/** The field with its path in front if another flag has its name already. */
const withFreeNames = (flags: readonly FlagData[]): FlagData[] => {
  const taken = new Set(COMMON_FLAGS.map(({ flag }) => flag));
  return flags.map((found) => {
    const flag = taken.has(found.flag) ? found.path.join("-") : found.flag;
    if (taken.has(flag)) throw new Error(`Two flags have the name --${flag}.`);
    taken.add(flag);
    return { ...found, flag };
  });
};

const commandOf = (document: Json, operation: Operation): Json => {
  const form = partsOf(operation.bodies.get(FORM_TYPE));
  const json = partsOf(operation.bodies.get("application/json"));
  const required = (operation.bodies.get(FORM_TYPE)?.["required"] ?? []) as string[];
  const files = form.filter(([, part]) => partKind(part).startsWith("file"));
  const [main] = files.find(([name]) => required.includes(name)) ?? [];
  const names = new Set(form.map(([name]) => name));
  const formFlags = form.filter(([name]) => name !== main).flatMap(([name, part]) => flagsOf(document, name, part));
  const jsonFlags = json
    .filter(([name]) => !names.has(name))
    .flatMap(([name, field]) => flagsOf(document, name, field));
  const argument = form.find(([name]) => name === main);
  return {
    name: commandName(operation.path),
    operation: operation.id,
    summary: operation.summary,
    about: operation.description,
    ...(operation.fileName && { fileName: operation.fileName }),
    ...(argument && {
      argument: { part: main, several: partKind(argument[1]) === "files", about: argument[1]["description"] },
    }),
    required: required.filter((name) => name !== main),
    flags: withFreeNames([...jsonFlags.map((flag) => ({ ...flag, replacesFile: true })), ...formFlags]),
  };
};

/** The TypeScript of the commands: one for each operation that has no other operation to serve. */
export const commandData = (document: Json): string => {
  const operations = operationsOf(document).filter(({ givesFile, method }) => givesFile || method === "GET");
  const commands = operations.map((operation) => commandOf(document, operation));
  const names = new Set(commands.map(({ name }) => name));
  if (names.size < commands.length) throw new Error("Two commands have the same name.");
  return `import type { Command } from "../cli/command.ts";

/** The commands of the command line. */
export const COMMANDS: readonly Command[] = ${JSON.stringify(commands)};\n`;
};
