import { keepEventLoopAlive } from "../../workers/keep-event-loop-alive.ts";
import type { WarmPart } from "../../workers/warm.ts";
import { libreofficeVersion } from "./installation.ts";
import { startZygote } from "./start-zygote.ts";
import type { Zygote } from "./zygote.ts";
import type { Macro } from "./zygote-protocol.ts";

let running: Promise<Zygote> | undefined;
let isWanted = false;
const kinds = new Set<Macro>();

/** Starts a zygote, and another one when it ends without being stopped. */
const startNext = (): Promise<Zygote> => {
  isWanted = true;
  const starting = startZygote(kinds);
  running = starting;
  const forget = () => {
    if (running === starting) running = undefined;
  };
  starting.then(
    ({ ended }) =>
      ended.then(() => {
        forget();
        if (isWanted && running === undefined) startNext().catch(() => {});
      }),
    forget,
  );
  return starting;
};

/** The running zygote, or a new one. */
export const zygote = async (): Promise<Zygote> => {
  const known = running ?? startNext();
  const current = await known;
  if (current.isAlive) return current;
  return running === undefined || running === known ? startNext() : running;
};

/** Resolves when the zygote is warm; at once where there is no LibreOffice, and the embedded engines serve. */
const start = (): Promise<void> =>
  keepEventLoopAlive(async () => {
    if (libreofficeVersion() !== undefined) await zygote();
  });

/** Ends the zygote and its children. */
const stop = (): Promise<void> =>
  keepEventLoopAlive(async () => {
    isWanted = false;
    const current = await running?.catch(() => undefined);
    running = undefined;
    await current?.stop();
  });

/** Rejects when the zygote does not start; stays pending when it does not answer. */
const check = (): Promise<void> =>
  keepEventLoopAlive(async () => {
    if (libreofficeVersion() !== undefined) await (await zygote()).ping();
  });

/** The warm part of all Office engines. Every zygote that starts from now on is warmed up for this kind of document. */
export const warmZygoteFor = (kind: Macro): WarmPart => {
  kinds.add(kind);
  return { start, stop, check };
};
