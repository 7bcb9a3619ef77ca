import { accountPage } from "../lib/pages/account.ts";
import { pageHandler } from "../lib/pages/page.ts";

export const handler = pageHandler("/account", accountPage);
