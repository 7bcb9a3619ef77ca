import { listAccounts } from "../../lib/accounts/operator/account-pages.ts";
import { changeAccount, showAccount } from "../../lib/accounts/operator/accounts.ts";
import { listCallbackSecrets, rotateCallbackSecret } from "../../lib/accounts/operator/callback-secrets.ts";
import { listKeys, revokeKey } from "../../lib/accounts/operator/keys.ts";
import { moveCredits } from "../../lib/accounts/operator/move-credits.ts";
import { addKey, openAccount } from "../../lib/accounts/operator/new-keys.ts";
import type { Table } from "../../lib/accounts/table.ts";
import { assertPlan } from "../../lib/settings/plan.ts";
import { backUp, restore } from "./backup-file.ts";
import type { Options } from "./options.ts";

/** What a command prints: a line for each row. */
export type Row = Readonly<Record<string, unknown>>;

/** A command of the tool: its operands, the options that it takes, what it does, and how. */
export interface Command {
  readonly operands: readonly string[];
  readonly options: readonly (keyof Options)[];
  readonly about: string;
  readonly run: (table: Table, operands: readonly string[], options: Options) => AsyncIterable<Row> | Promise<Row[]>;
}

const assertPositive = (credits: number): void => {
  if (credits === 0) throw new RangeError("--credits must be given: a whole number above 0");
};

/** Throws RangeError that lists the plans if a plan is not configured. */
const assertConfigured = async (plan: string): Promise<void> => {
  // Imported here, because it reads the settings, which may be wrong.
  const { config } = await import("../../lib/config.ts");
  assertPlan(config.plans, plan);
};

const credit: Command = {
  operands: ["ACCOUNT"],
  options: ["credits", "reference"],
  about: "adds credits",
  run: async (table, [account = ""], { credits, reference }) => {
    assertPositive(credits);
    return [{ account, credits: await moveCredits(table, account, credits, reference) }];
  },
};

/** All commands, by their names. */
export const COMMANDS: Readonly<Record<string, Command>> = {
  create: {
    operands: [],
    options: ["credits", "label", "count", "expires", "plan"],
    about: "a new account with a key, or several",
    async *run(table, _, { credits, label, count, expires, plan }) {
      await assertConfigured(plan);
      for (let i = 0; i < count; i++) {
        yield { ...(await openAccount(table, credits, { label, expires, plan })) };
      }
    },
  },
  list: {
    operands: [],
    options: [],
    about: "all accounts",
    run: (table) => listAccounts(table) as AsyncIterable<Row>,
  },
  show: {
    operands: ["ACCOUNT"],
    options: [],
    about: "state, balance and usage",
    run: async (table, [account = ""]) => [{ ...(await showAccount(table, account)) }],
  },
  plan: {
    operands: ["ACCOUNT", "PLAN"],
    options: [],
    about: "puts it on a plan from the next request on",
    run: async (table, [account = "", plan = ""]) => {
      await assertConfigured(plan);
      return [{ ...(await changeAccount(table, account, { plan })) }];
    },
  },
  name: {
    operands: ["ACCOUNT", "NAME"],
    options: [],
    about: "a name for the operator; an empty one removes it",
    run: async (table, [account = "", name = ""]) => [{ ...(await changeAccount(table, account, { name })) }],
  },
  credit,
  grant: { ...credit, about: "the same as credit" },
  debit: {
    operands: ["ACCOUNT"],
    options: ["credits", "reference"],
    about: "takes credits, at most those that are there",
    run: async (table, [account = ""], { credits, reference }) => {
      assertPositive(credits);
      return [{ account, credits: await moveCredits(table, account, -credits, reference) }];
    },
  },
  suspend: {
    operands: ["ACCOUNT"],
    options: [],
    about: "refuses its requests from the next one on",
    run: async (table, [account = ""]) => [{ ...(await changeAccount(table, account, { state: "suspended" })) }],
  },
  resume: {
    operands: ["ACCOUNT"],
    options: [],
    about: "lets it work again",
    run: async (table, [account = ""]) => [{ ...(await changeAccount(table, account, { state: "active" })) }],
  },
  keys: {
    operands: ["ACCOUNT"],
    options: [],
    about: "its keys",
    run: async (table, [account = ""]) => {
      await showAccount(table, account);
      return (await listKeys(table, account)).map((key) => ({ ...key }));
    },
  },
  "create-key": {
    operands: ["ACCOUNT"],
    options: ["label", "expires"],
    about: "another key, shown only this once",
    run: async (table, [account = ""], { label, expires }) => [
      { ...(await addKey(table, account, { label, expires })) },
    ],
  },
  "revoke-key": {
    operands: ["ACCOUNT", "KEY-ID"],
    options: [],
    about: "revokes a key from the next request on",
    run: async (table, [account = "", keyId = ""]) => {
      await revokeKey(table, account, keyId);
      return [{ account, keyId, revoked: true }];
    },
  },
  "callback-secrets": {
    operands: ["ACCOUNT"],
    options: [],
    about: "the secrets of its callbacks, without themselves",
    run: async (table, [account = ""]) => (await listCallbackSecrets(table, account)).map((secret) => ({ ...secret })),
  },
  "create-callback-secret": {
    operands: ["ACCOUNT"],
    options: [],
    about: "a secret for its callbacks, shown only this once; the one before ends in 24 hours",
    run: async (table, [account = ""]) => [{ ...(await rotateCallbackSecret(table, account)) }],
  },
  backup: {
    operands: ["FILE"],
    options: [],
    about: "writes the whole table to a new file, also while the service runs",
    run: async (table, [file = ""]) => [await backUp(table, file)],
  },
  restore: {
    operands: ["FILE"],
    options: [],
    about: "writes a backup into a table without accounts",
    run: async (table, [file = ""]) => [await restore(table, file)],
  },
};
