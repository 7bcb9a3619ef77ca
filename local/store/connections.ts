import type { ChildProcess } from "node:child_process";
import type { Socket } from "node:net";

/** What a door is asked for: a connection to its store. It answers with the same number, and the connection if there is one. */
export interface ConnectionOrder {
  readonly connection: number;
}

/**
 * Makes connections to the store of a door, which opens them and hands them over: what is sent on them does not pass the door,
 * which would wake one process more for each write and for each answer. The function that it returns rejects with an
 * Error if the store takes no connection.
 */
export const connectionsThrough = (door: ChildProcess): (() => Promise<Socket>) => {
  const awaited = new Map<number, PromiseWithResolvers<Socket>>();
  let count = 0;
  const settle = (connection: number, socket?: Socket): void => {
    const answer = awaited.get(connection);
    awaited.delete(connection);
    if (socket === undefined) answer?.reject(new Error("The local store takes no connection."));
    else answer?.resolve(socket);
  };
  door.on("message", ({ connection }: Partial<ConnectionOrder>, socket) => {
    if (connection !== undefined) settle(connection, socket as Socket | undefined);
  });
  door.once("exit", () => {
    for (const connection of [...awaited.keys()]) settle(connection);
  });
  return () => {
    const connection = ++count;
    const answer = Promise.withResolvers<Socket>();
    awaited.set(connection, answer);
    door.send({ connection } satisfies ConnectionOrder, (error) => {
      if (error !== null) settle(connection);
    });
    return answer.promise;
  };
};
