import { COMMANDS, type Command } from "./commands.ts";

const OPTION_VALUES = {
  credits: "N",
  count: "N",
  label: "TEXT",
  expires: "DATE|DAYSd",
  plan: "NAME",
  reference: "TEXT",
} as const;

const usageOf = (name: string, { operands, options }: Command): string =>
  [name, ...operands, ...options.map((option) => `[--${option} ${OPTION_VALUES[option]}]`)].join(" ");

const ABOUT_COLUMN = 34;

/** The help of one command. */
export const commandHelp = (name: string, command: Command): string =>
  `usage: npm run account -- ${usageOf(name, command)}\n\n${command.about}`;

/** The help of the tool. */
export const help = (): string => {
  const lines = Object.entries(COMMANDS).map(([name, command]) => {
    const usage = [name, ...command.operands].join(" ");
    return `  ${usage.padEnd(ABOUT_COLUMN - 2)}${command.about}`;
  });
  return [
    "usage: npm run account -- COMMAND [OPTION]...",
    "",
    ...lines,
    "",
    "  --credits N       credits of a new account, to add or to take",
    "  --count N         number of accounts to create",
    "  --label TEXT      what a key is for",
    "  --reference TEXT  credits with the same reference are moved once within 24 hours",
    "  --plan NAME       the plan of a new account: standard, unlimited or one of PLATEN_PLANS",
    "  --expires WHEN    until when a key works: a date, such as 2027-01-31, or days, such as 90d",
    "  --table NAME      a table in AWS; the local one in PLATEN_DATA by default, whether the service runs or not",
    "  --region NAME     the region of that table; by default where npm run deploy deploys: AWS_REGION, else the region of the",
    "                    profile, else eu-west-1",
    "  --json            a JSON object a line",
    "  --help            this help, or that of a command",
  ].join("\n");
};
