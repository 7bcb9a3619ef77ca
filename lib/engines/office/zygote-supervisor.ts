import { reportEngineEnd } from "../../workers/engine-ended.ts";
import { keepEventLoopAlive } from "../../workers/event-loop.ts";
import type { WarmPart } from "../../workers/warm.ts";
import { libreofficeRelease, libreofficeVersion } from "./installation.ts";
import { startOfficeZygote } from "./start-zygote.ts";
import type { OfficeZygote } from "./zygote.ts";
import type { Macro } from "./zygote-protocol.ts";

let running: Promise<OfficeZygote> | undefined;
let isWanted = false;
const warmMacros = new Set<Macro>();

/** Starts a zygote, and starts the next one when it ends without being stopped. */
const startNext = (): Promise<OfficeZygote> => {
  isWanted = true;
  const starting = startOfficeZygote(warmMacros);
  running = starting;
  const forget = () => {
    if (running === starting) running = undefined;
  };
  starting.then(
    ({ ended }) =>
      ended.then(() => {
        forget();
        if (!isWanted) return;
        reportEngineEnd("libreoffice");
        if (running === undefined) startNext().catch(() => {});
      }),
    forget,
  );
  return starting;
};

export const zygote = async (): Promise<OfficeZygote> => {
  const known = running ?? startNext();
  const current = await known;
  if (current.isAlive) return current;
  return running === undefined || running === known ? startNext() : running;
};

/** Resolves when the zygote is warm; at once if there is no LibreOffice and the embedded engines are used. */
const start = (): Promise<void> =>
  keepEventLoopAlive(async () => {
    if (libreofficeVersion() !== undefined) await zygote();
  });

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

/** The warm part that all Office engines share. Each zygote that starts after this call is warmed up for this macro too. */
export const warmZygoteFor = (macro: Macro): WarmPart => {
  warmMacros.add(macro);
  return { start, stop, check, release: libreofficeRelease };
};
