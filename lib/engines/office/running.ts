import { keepEventLoopAlive } from "../../workers/keep-event-loop-alive.ts";
import type { WarmPart } from "../../workers/warm.ts";
import { libreofficeVersion } from "./place.ts";
import { type Macro, startZygote, type Zygote } from "./zygote.ts";

let running: Promise<Zygote> | undefined;
let wanted = false;
const kinds = new Set<Macro>();

/** Starts a zygote, and another one as soon as it dies of something else than being stopped. */
const begin = (): Promise<Zygote> => {
  wanted = true;
  const starting = startZygote(kinds);
  running = starting;
  const forget = () => {
    if (running === starting) running = undefined;
  };
  starting.then(
    ({ ended }) =>
      ended.then(() => {
        forget();
        if (wanted && running === undefined) begin().catch(() => {});
      }),
    forget,
  );
  return starting;
};

/** The running zygote; a new one where there is none. */
export const zygote = async (): Promise<Zygote> => {
  const asked = running ?? begin();
  const current = await asked;
  if (current.alive) return current;
  return running === undefined || running === asked ? begin() : running;
};

/** Resolves when it is warm; at once where no LibreOffice stands and the embedded engines serve. */
const start = (): Promise<void> =>
  keepEventLoopAlive(async () => {
    if (libreofficeVersion() !== undefined) await zygote();
  });

/** Ends it and its children. */
const stop = (): Promise<void> =>
  keepEventLoopAlive(async () => {
    wanted = false;
    const current = await running?.catch(() => undefined);
    running = undefined;
    await current?.stop();
  });

/** Rejects when it does not start, stays pending when it does not answer. */
const check = (): Promise<void> =>
  keepEventLoopAlive(async () => {
    if (libreofficeVersion() !== undefined) await (await zygote()).ping();
  });

/** The zygote, which all Office engines share. Every zygote that starts from now on is warmed up for this kind of document. */
export const warmZygoteFor = (kind: Macro): WarmPart => {
  kinds.add(kind);
  return { start, stop, check };
};
