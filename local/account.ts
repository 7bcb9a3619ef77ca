import "./env-file.ts";
import { parseArgs } from "node:util";
import { createAccount, grantCredits, usageOf } from "../lib/accounts/operator/credits.ts";
import { createKey, listKeys, revokeKey } from "../lib/accounts/operator/keys.ts";
import type { Table } from "../lib/accounts/table.ts";
import { printMessage, reasonOf } from "./messages.ts";
import { withTable } from "./with-table.ts";

const USAGE = `usage: npm run account -- COMMAND [--table NAME [--region NAME]] [--json]

  create [--credits N] [--label TEXT] [--count N]   a new account with a key, or several
  grant ACCOUNT --credits N                         adds credits
  show ACCOUNT                                      balance and usage
  keys ACCOUNT                                      its keys
  create-key ACCOUNT [--label TEXT]                 another key, shown only this once
  revoke-key ACCOUNT KEY-ID                         revokes a key from the next request on

A table is looked for where npm run deploy deploys: in AWS_REGION, else in the region of the profile, else in eu-west-1.
Without --table (or PLATEN_TABLE) it uses the local table in PLATEN_DATA, whether the service runs or not.`;

interface CommandOptions {
  readonly credits: number;
  readonly count: number;
  readonly label: string;
}

type Rows = readonly Record<string, unknown>[];
type Command = (table: Table, options: CommandOptions, account: string, keyId: string) => Promise<Rows>;

const COMMANDS: Readonly<Record<string, { readonly operandCount: number; readonly run: Command }>> = {
  create: {
    operandCount: 0,
    run: async (table, { credits, count, label }) => {
      const rows = [];
      for (let i = 0; i < count; i++) {
        const account = (await createAccount(table, credits))!;
        rows.push({ account, apiKey: await createKey(table, account, label), credits });
      }
      return rows;
    },
  },
  grant: {
    operandCount: 1,
    run: async (table, { credits }, account) => [{ account, credits: await grantCredits(table, account, credits) }],
  },
  show: { operandCount: 1, run: async (table, _, account) => [{ ...(await usageOf(table, account)) }] },
  keys: {
    operandCount: 1,
    run: async (table, _, account) => (await listKeys(table, account)).map((key) => ({ ...key })),
  },
  "create-key": {
    operandCount: 1,
    run: async (table, { label }, account) => [{ account, apiKey: await createKey(table, account, label) }],
  },
  "revoke-key": {
    operandCount: 2,
    run: async (table, _, account, keyId) => {
      await revokeKey(table, account, keyId);
      return [{ account, keyId, revoked: true }];
    },
  },
};

const wholeNumber = (name: string, text: string): number => {
  if (!/^\d{1,12}$/.test(text)) throw new RangeError(`--${name} must be a whole number, not "${text}"`);
  return Number(text);
};

const print = (row: Record<string, unknown>, json: boolean): void => {
  const fields = Object.entries(row).map(([name, value]) => `${name}: ${value ?? "-"}`);
  process.stdout.write(`${json ? JSON.stringify(row) : fields.join("  ")}\n`);
};

const stringOption = (fallback: string) => ({ type: "string", default: fallback }) as const;

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      credits: stringOption("0"),
      count: stringOption("1"),
      label: stringOption("default"),
      table: { type: "string" },
      region: { type: "string" },
      json: { type: "boolean", default: false },
    },
  });
  const [name = "", account = "", keyId = ""] = positionals;
  const command = COMMANDS[name];
  if (command === undefined || positionals.length !== command.operandCount + 1) {
    process.stderr.write(`${USAGE}\n`);
    process.exit(2);
  }
  const options = {
    credits: wholeNumber("credits", values.credits),
    count: wholeNumber("count", values.count),
    label: values.label,
  };
  await withTable({ name: values.table, region: values.region }, async (table) => {
    for (const row of await command.run(table, options, account, keyId)) print(row, values.json);
  });
} catch (error) {
  printMessage(reasonOf(error));
  process.exit(1);
}
