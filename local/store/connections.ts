import type { ChildProcess } from "node:child_process";
import type { Socket } from "node:net";

/** What a door is asked for: a connection to its store. It answers with the same number, and the connection if there is one. */
export interface ConnectionOrder {
  readonly connection: number;
}

/** Connections to a store. */
export interface Connections {
  /** Rejects with an Error if the store takes no connection. */
  connect(): Promise<Socket>;
  /** Closes all of them, and those that still arrive: the store waits at its end for connections on which nothing was sent. */
  close(): void;
}

/**
 * Makes connections to the store of a door, which opens them and hands them over: what is sent on them does not pass the door,
 * which would wake one process more for each write and for each answer.
 */
export const connectionsThrough = (door: ChildProcess): Connections => {
  const open = new Set<Socket>();
  let isClosed = false;
  const awaited = new Map<number, PromiseWithResolvers<Socket>>();
  let count = 0;
  const settle = (connection: number, socket?: Socket): void => {
    const answer = awaited.get(connection);
    awaited.delete(connection);
    if (socket === undefined) answer?.reject(new Error("The local store takes no connection."));
    else answer?.resolve(socket);
  };
  const keep = (socket: Socket): void => {
    open.add(socket);
    socket.once("close", () => open.delete(socket));
    if (isClosed) socket.destroy();
  };
  door.on("message", ({ connection }: Partial<ConnectionOrder>, socket?: Socket) => {
    if (socket !== undefined) keep(socket);
    if (connection !== undefined) settle(connection, socket);
  });
  door.once("exit", () => {
    for (const connection of [...awaited.keys()]) settle(connection);
  });
  const connect = (): Promise<Socket> => {
    const connection = ++count;
    const answer = Promise.withResolvers<Socket>();
    awaited.set(connection, answer);
    door.send({ connection } satisfies ConnectionOrder, (error) => {
      if (error !== null) settle(connection);
    });
    return answer.promise;
  };
  const close = (): void => {
    isClosed = true;
    for (const socket of open) socket.destroy();
  };
  return { connect, close };
};
