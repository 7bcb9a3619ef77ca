import { fork } from "node:child_process";
import { once } from "node:events";
import type { Answer, Order } from "./wire-client.ts";

/** A client in a separate process, so that its cost counts neither for the server nor for the bench. */
export const startClient = () => {
  const child = fork(new URL("./wire-client.ts", import.meta.url));
  const send = async (order: Order): Promise<Answer> => {
    child.send(order);
    const [answer] = await once(child, "message");
    return answer as Answer;
  };
  return { send, stop: () => child.kill() };
};
