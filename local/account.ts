import { parseArgs } from "node:util";
import { createAccount, grantCredits, usageOf } from "../lib/accounts/operator/credits.ts";
import { createKey, listKeys, revokeKey } from "../lib/accounts/operator/keys.ts";
import type { Table } from "../lib/accounts/table.ts";
import { reasonOf, tell } from "./tell.ts";
import { withTable } from "./with-table.ts";

const USAGE = `usage: npm run account -- COMMAND [--table NAME] [--json]

  create [--credits N] [--label TEXT] [--count N]   a new account with a key, or several
  grant ACCOUNT --credits N                         more credits
  show ACCOUNT                                      balance and usage
  keys ACCOUNT                                      its keys
  create-key ACCOUNT [--label TEXT]                 one more key, shown this once
  revoke-key ACCOUNT KEY-ID                         ends a key with the next request

Without --table (or PLATEN_TABLE) it works on the local table in PLATEN_DATA, beside the running service or alone.`;

interface Wanted {
  readonly credits: number;
  readonly count: number;
  readonly label: string;
}

type Rows = readonly Record<string, unknown>[];
type Command = (table: Table, wanted: Wanted, account: string, keyId: string) => Promise<Rows>;

const COMMANDS: Readonly<Record<string, { readonly takes: number; readonly run: Command }>> = {
  create: {
    takes: 0,
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
    takes: 1,
    run: async (table, { credits }, account) => [{ account, credits: await grantCredits(table, account, credits) }],
  },
  show: { takes: 1, run: async (table, _, account) => [{ ...(await usageOf(table, account)) }] },
  keys: { takes: 1, run: async (table, _, account) => (await listKeys(table, account)).map((key) => ({ ...key })) },
  "create-key": {
    takes: 1,
    run: async (table, { label }, account) => [{ account, apiKey: await createKey(table, account, label) }],
  },
  "revoke-key": {
    takes: 2,
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
  const words = Object.entries(row).map(([name, value]) => `${name}: ${value ?? "-"}`);
  process.stdout.write(`${json ? JSON.stringify(row) : words.join("  ")}\n`);
};

const text = (fallback: string) => ({ type: "string", default: fallback }) as const;

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      credits: text("0"),
      count: text("1"),
      label: text("default"),
      table: { type: "string" },
      json: { type: "boolean", default: false },
    },
  });
  const [name = "", account = "", keyId = ""] = positionals;
  const command = COMMANDS[name];
  if (command === undefined || positionals.length !== command.takes + 1) {
    process.stderr.write(`${USAGE}\n`);
    process.exit(2);
  }
  const wanted = {
    credits: wholeNumber("credits", values.credits),
    count: wholeNumber("count", values.count),
    label: values.label,
  };
  await withTable(values.table, async (table) => {
    for (const row of await command.run(table, wanted, account, keyId)) print(row, values.json);
  });
} catch (error) {
  tell(reasonOf(error));
  process.exit(1);
}
