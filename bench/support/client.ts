import { fork } from "node:child_process";
import { once } from "node:events";
import type { Answer, Order } from "./wire-client.ts";

/** A client in a process of its own: what it costs to send and to receive is not the server's, nor the bench's. */
export const startClient = () => {
  const child = fork(new URL("./wire-client.ts", import.meta.url));
  const send = async (order: Order): Promise<Answer> => {
    child.send(order);
    const [answer] = await once(child, "message");
    return answer as Answer;
  };
  return { send, stop: () => child.kill() };
};
