import { AsyncLocalStorage } from "node:async_hooks";

const current = new AsyncLocalStorage<string>();

/** Runs work on behalf of an account. */
export const asAccount = <Result>(account: string, work: () => Promise<Result>): Promise<Result> =>
  current.run(account, work);

/** The account on whose behalf this runs; empty outside of requests. */
export const currentAccount = (): string => current.getStore() ?? "";
