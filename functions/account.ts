import { accountPage } from "../lib/server/account-page.ts";
import { pageHandler } from "../lib/server/page.ts";

export const handler = pageHandler("/account", accountPage);
