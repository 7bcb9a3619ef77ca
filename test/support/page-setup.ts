import type { PageSetup } from "../../lib/engines/page-setup.ts";

/** The page that is printed on when a request says nothing about it. */
export const blank: PageSetup = {
  paper: undefined,
  landscape: false,
  margins: { top: undefined, right: undefined, bottom: undefined, left: undefined },
  printBackground: true,
  scale: 1,
  waitForSelector: undefined,
  waitTimeout: 10_000,
};
