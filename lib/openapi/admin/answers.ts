import type { AnswerName } from "../../admin/operation.ts";
import { count, type JsonSchema, momentSchema } from "../json-schema.ts";

const account: JsonSchema = { type: "string", description: "The id of the account." };
const keyId: JsonSchema = { type: "string", description: "The id of the key." };
const apiKey: JsonSchema = { type: "string", description: "The key, which is shown only this once." };

/** An object with these fields, which are there unless they are among `optional`. */
const object = (properties: Readonly<Record<string, JsonSchema>>, ...optional: readonly string[]): JsonSchema => ({
  type: "object",
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
  properties,
});

const accountSchema = object(
  {
    account,
    name: { type: "string", description: "Its name for the operator, if it has one." },
    state: { type: "string", enum: ["active", "suspended"], description: "Whether its requests are accepted." },
    plan: { type: "string", description: "The name of its plan." },
    credits: count("Credits that requests may spend."),
    used: count("Credits that requests have spent."),
    reserved: count("Credits that running requests and jobs have reserved."),
  },
  "name",
);

const keySchema = object(
  {
    keyId,
    label: { type: "string", description: "What the key is for." },
    last4: { type: "string", description: "Its last 4 characters." },
    created: momentSchema("When it was made."),
    expires: momentSchema("Until when it works, if that was given."),
    revoked: momentSchema("When it was revoked, if it was."),
  },
  "expires",
  "revoked",
);

const secretSchema = object(
  {
    last4: { type: "string", description: "Its last 4 characters." },
    created: momentSchema("When it was made."),
    ends: momentSchema("When it ends, if another one has followed it."),
  },
  "ends",
);

const list = (items: string, description: string): JsonSchema => ({
  type: "array",
  description,
  items: { $ref: `#/components/schemas/${items}` },
});

/** The schemas of the answers of the admin API, and of what they hold. */
export const ADMIN_ANSWERS: Readonly<Record<AnswerName | "Key" | "CallbackSecret", JsonSchema>> = {
  Account: accountSchema,
  AccountPage: object(
    {
      accounts: list("Account", "The accounts of the page."),
      next: { type: "string", description: "The `cursor` of the next page; absent after the last one." },
    },
    "next",
  ),
  NewAccount: object({ account, apiKey, keyId, credits: count("Its credits.") }),
  Balance: object({ account, credits: count("The credits that it has now.") }),
  Key: keySchema,
  Keys: object({ account, keys: list("Key", "Its keys, the oldest first.") }),
  NewKey: object({ account, apiKey, keyId }),
  CallbackSecret: secretSchema,
  CallbackSecrets: object({ account, secrets: list("CallbackSecret", "Its valid secrets, the newest first.") }),
  NewCallbackSecret: object(
    {
      account,
      callbackSecret: { type: "string", description: "The secret, which is shown only this once." },
      previousEnds: momentSchema("Until when the one before is valid too, if there is one."),
    },
    "previousEnds",
  ),
  RevokedKey: object({ account, keyId, revoked: { const: true, description: "That it is revoked." } }),
};
