import { createHash } from "node:crypto";
import { readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { CommandError } from "../exit-codes.ts";

/** What a folder of results remembers, so that the same command goes on where it was interrupted. */
export interface State {
  /** A digest of the list. */
  readonly list: string;
  readonly url: string;
  /** The values of `X-Body-Ref` of what was sent ahead, by the places of the requests. */
  readonly ahead: Readonly<Record<string, string>>;
  /** The id of the batch, once it is submitted. */
  readonly batch?: string;
}

const FILE_NAME = ".platen-batch.json";

/** A digest of a text, as a state and an idempotency key have it. */
export const digestOf = (text: string): string => createHash("sha256").update(text).digest("hex");

/**
 * The state of a folder for a list at a service; a new one if there is none. Throws a CommandError if the folder has the results
 * of another list.
 */
export const stateIn = async (folder: string, { list, url }: Pick<State, "list" | "url">): Promise<State> => {
  const text = await readFile(join(folder, FILE_NAME), "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw new CommandError("file", error.message);
    return undefined;
  });
  if (text === undefined) return { list, url, ahead: {} };
  let state: State;
  try {
    state = JSON.parse(text) as State;
  } catch {
    throw new CommandError("file", `${join(folder, FILE_NAME)} is damaged: remove it to begin anew`);
  }
  if (state.list === list && state.url === url) return state;
  throw new CommandError("usage", `${folder} has the results of another list: name another folder`);
};

/** Remembers a state, completely or not at all. */
export const saveState = async (folder: string, state: State): Promise<void> => {
  const part = join(folder, `${FILE_NAME}.part`);
  await writeFile(part, `${JSON.stringify(state)}\n`);
  await rename(part, join(folder, FILE_NAME));
};
