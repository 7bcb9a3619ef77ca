import { nearestName } from "../lib/settings/nearest.ts";
import { COMMANDS, type Command, type Row } from "./account/commands.ts";
import { commandHelp, help } from "./account/help.ts";
import { type CommandLine, readCommandLine } from "./account/options.ts";
import { printMessage, reasonOf } from "./messages.ts";

const EXIT_WRONG_USE = 2;

/** The command that is asked for. Throws RangeError that says what it takes. */
const chosenCommand = ({ words: [name = "", ...operands], given }: CommandLine): Command => {
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command === undefined) {
    const guess = nearestName(name, Object.keys(COMMANDS));
    throw new RangeError(`There is no command ${name}${guess ? `: did you mean ${guess}?` : "; --help lists them"}`);
  }
  if (operands.length !== command.operands.length) {
    const wanted = command.operands.join(" and ") || "no operand";
    throw new RangeError(`${name} takes ${wanted}, not ${operands.length === 0 ? "nothing" : operands.join(" ")}`);
  }
  const foreign = given.find((option) => !command.options.includes(option));
  if (foreign !== undefined) throw new RangeError(`${name} takes no --${foreign}`);
  return command;
};

const print = (row: Row, json: boolean): void => {
  const fields = Object.entries(row).map(([name, value]) => `${name}: ${value ?? "-"}`);
  process.stdout.write(`${json ? JSON.stringify(row) : fields.join("  ")}\n`);
};

const run = async (): Promise<void> => {
  const line = readCommandLine(process.argv.slice(2));
  const [name = "", ...operands] = line.words;
  if (line.help || name === "") {
    const text = Object.hasOwn(COMMANDS, name) ? commandHelp(name, COMMANDS[name]!) : help();
    (line.help ? process.stdout : process.stderr).write(`${text}\n`);
    if (!line.help) process.exitCode = EXIT_WRONG_USE;
    return;
  }
  const command = chosenCommand(line);
  try {
    // Imported here, because it reads the settings, which may be wrong.
    const { withTable } = await import("./with-table.ts");
    await withTable(line.table, async (table) => {
      for await (const row of await command.run(table, operands, line.options)) print(row, line.json);
    });
  } catch (error) {
    printMessage(reasonOf(error));
    process.exitCode = 1;
  }
};

try {
  await run();
} catch (error) {
  printMessage(reasonOf(error));
  process.exitCode = EXIT_WRONG_USE;
}
