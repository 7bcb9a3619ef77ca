import { callbackHandler } from "../lib/lambda/callbacks.ts";
import { logCallbacks } from "../lib/server/log-callbacks.ts";

logCallbacks();

/** Sends the callbacks that are due. */
export const handler = callbackHandler();
