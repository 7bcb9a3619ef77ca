import { COMMANDS } from "../interface/commands.ts";
import { type Command, type Flag, flagName } from "./command.ts";
import { COMMON_FLAGS } from "./common-flags.ts";
import { EXIT_CODES } from "./exit-codes.ts";

const SCREEN_LINES = 24;
const SCREEN_COLUMNS = 80;
const INDENT = "  ";

/** The first sentence of a description. */
const firstSentence = (text: string): string => /^.*?[.](?=\s|$)/s.exec(text)?.[0] ?? text;

const cut = (line: string): string =>
  line.length <= SCREEN_COLUMNS ? line : `${line.slice(0, SCREEN_COLUMNS - 1).trimEnd()}…`;

/** Words in lines no wider than a screen. */
const wrapped = (words: readonly string[], separator: string): string[] => {
  const lines: string[] = [];
  for (const word of words) {
    const last = lines.at(-1);
    const longer = `${last}${separator}${word}`;
    if (last === undefined || longer.length > SCREEN_COLUMNS) lines.push(INDENT + word);
    else lines[lines.length - 1] = longer;
  }
  return lines;
};

/** Two columns, the second cut at the edge of the screen. */
const columns = (rows: readonly (readonly [string, string])[]): string[] => {
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, about]) => cut(`${INDENT}${name.padEnd(width)}${INDENT}${about}`));
};

const VALUE_NAMES: Readonly<Record<string, string>> = {
  ...{ text: "TEXT", texts: "TEXT", number: "N", numbers: "N,N", record: "NAME=VALUE", file: "FILE", files: "FILE" },
  json: "JSON",
};
const SHORT_LIST_CHARACTERS = 20;

const withValue = (flag: Flag): string => {
  const name = `--${flagName(flag)}`;
  if (flag.kind === "boolean") return name;
  if (flag.values === undefined) return `${name} ${VALUE_NAMES[flag.kind]}`;
  const list = flag.values.join("|");
  return `${name} ${list.length <= SHORT_LIST_CHARACTERS ? list : "NAME"}`;
};

/** What a flag does. The command line has only the opposite of a switch that is on by default. */
const aboutOf = (flag: Flag): string => (flagName(flag) === flag.flag ? flag.about : `Turns off: ${flag.about}`);

const commonWithValue = ({ flag, short, value }: (typeof COMMON_FLAGS)[number]): string =>
  `${short ? `-${short}, ` : ""}--${flag}${value ? ` ${value}` : ""}`;

const usageOf = ({ name, argument }: Command): string => {
  if (argument === undefined) return `Usage: platen ${name} [--json]`;
  return `Usage: platen ${name} FILE... -o RESULT`;
};

const argumentLines = ({ argument }: Command): string[] => {
  if (argument === undefined) return [];
  const [calls, place] = argument.several ? ["one result", ""] : ["one result each", ", --out-dir for several"];
  return wrapped(`${argument.about} Several give ${calls}${place}; - reads standard input.`.split(" "), " ");
};

/** The help of a command. It fits a screen: if it would not, its flags stand there without a word. */
export const commandHelp = (command: Command): string => {
  const { summary, flags, name } = command;
  const compact = wrapped(flags.map(withValue), INDENT);
  const described = columns(flags.map((flag) => [withValue(flag), firstSentence(aboutOf(flag))]));
  const around = (lines: readonly string[]): string[] => [
    usageOf(command),
    cut(`${summary}.`),
    ...argumentLines(command),
    ...(flags.length > 0 ? ["", `Flags (platen help ${name} FLAG says more):`, ...lines] : []),
    "",
    "Common flags (platen help flags says more):",
    ...wrapped(
      COMMON_FLAGS.map(({ flag, short }) => (short ? `-${short}` : `--${flag}`)),
      INDENT,
    ),
  ];
  const whole = around(described);
  return (whole.length <= SCREEN_LINES ? whole : around(compact)).join("\n");
};

/** The help of a flag of a command. */
export const flagHelp = (flag: Flag): string => {
  const { values, default: fallback } = flag;
  return [
    withValue(flag),
    ...wrapped(aboutOf(flag).split(" "), " "),
    ...(values ? wrapped(["One of:", ...values], " ") : []),
    ...(fallback !== undefined && flag.kind !== "boolean" ? [`${INDENT}Default: ${fallback}.`] : []),
  ].join("\n");
};

/** The help of the flags that all commands have. */
export const commonHelp = (): string =>
  [
    "Flags of every command:",
    "",
    ...columns(COMMON_FLAGS.map((common) => [commonWithValue(common), common.about])),
    "",
    "Exit codes:",
    ...wrapped(
      Object.entries(EXIT_CODES).map(([kind, code]) => `${code} ${kind}`),
      ", ",
    ),
  ].join("\n");

/** The help of the program. If it would not fit a screen, its commands stand there without a word. */
export const programHelp = (): string => {
  const around = (lines: readonly string[]): string[] => [
    "Usage: platen COMMAND FILE... -o RESULT",
    "",
    ...lines,
    ...columns([
      ["batch FILE --out DIR", "Do many requests at once"],
      ["completion bash|zsh", "Print the completion for a shell"],
    ]),
    "",
    "platen help COMMAND describes a command, platen help flags all flags.",
    "PLATEN_URL is the address of the service, PLATEN_API_KEY the key.",
  ];
  const whole = around(columns(COMMANDS.map(({ name, summary }) => [name, summary])));
  const names = COMMANDS.map(({ name }) => name);
  return (whole.length <= SCREEN_LINES ? whole : around(wrapped(names, INDENT))).join("\n");
};
