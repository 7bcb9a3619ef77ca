import { settingsHelp } from "../lib/settings/help.ts";
import { SETTINGS } from "../lib/settings/table.ts";
import { printMessage } from "./messages.ts";

const USAGE = `usage: npm start [-- --help]

Serves the API on this machine. Settings are environment variables, or lines of .env in the working folder; a variable
that is set wins over the file. In brackets: the default.`;

/** Prints the help if it is asked for, and ends the program; also after an argument that is none. */
export const readArguments = (words: readonly string[]): void => {
  if (words.length === 0) return;
  if (words.includes("--help") || words.includes("-h")) {
    process.stdout.write(`${[USAGE, "", ...settingsHelp(SETTINGS)].join("\n")}\n`);
    process.exit(0);
  }
  printMessage(`there is no argument ${words[0]}: settings are environment variables, which --help lists`);
  process.exit(2);
};
