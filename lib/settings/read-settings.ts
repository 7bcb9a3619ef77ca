import { nearestName } from "./nearest.ts";
import type { Setting } from "./setting.ts";

/** Settings by the names under which the code reads them. */
export type SettingTable = Readonly<Record<string, Setting<unknown>>>;

type Values<Table extends SettingTable> = {
  readonly [Name in keyof Table]: ReturnType<Table[Name]["read"]>;
};

/** Wrong settings, each in one line of the message. */
export class SettingsError extends RangeError {
  override readonly name = "SettingsError";
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join("\n"));
    this.problems = problems;
  }
}

/** Variables of the command line client, which may be set where the service is started. */
const CLIENT_NAMES: readonly string[] = ["PLATEN_URL", "PLATEN_API_KEY"];

const unknownProblems = (environment: NodeJS.ProcessEnv, names: readonly string[]): string[] =>
  Object.keys(environment)
    .filter((name) => name.startsWith("PLATEN_") && !names.includes(name) && !CLIENT_NAMES.includes(name))
    .map((name) => {
      const nearest = nearestName(name, names);
      return `${name} is not a setting: ${nearest === undefined ? "--help lists them" : `did you mean ${nearest}?`}`;
    });

/**
 * Reads all settings of a table from an environment, in which an empty text counts as not set. Throws a SettingsError that
 * lists every unknown name and every impossible value.
 */
export const readSettings = <const Table extends SettingTable>(
  table: Table,
  environment: NodeJS.ProcessEnv,
): Values<Table> => {
  const settings = Object.entries(table);
  const problems = unknownProblems(
    environment,
    settings.map(([, { name }]) => name),
  );
  const values = settings.map(([key, { name, read }]) => {
    try {
      return [key, read(environment[name] || undefined)];
    } catch (error) {
      problems.push(`${name} ${(error as Error).message}`);
      return [key, undefined];
    }
  });
  if (problems.length > 0) throw new SettingsError(problems);
  return Object.fromEntries(values) as Values<Table>;
};
