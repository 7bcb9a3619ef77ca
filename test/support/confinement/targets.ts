import { createSocket } from "node:dgram";
import { once } from "node:events";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";

/** A process, and the folder that only it may use. */
export interface Victim {
  readonly pid: number;
  readonly home: string;
}

/** What the attempts try to reach: sockets that are open until `close`, and files that each call of `lines` makes anew. */
interface Targets {
  /**
   * The lines that the attempts read from their file `targets`. Instead of this process and of the folder of another document,
   * those of a `victim` are attacked.
   */
  lines(bomb?: number, victim?: Victim): string;
  close(): void;
}

/** Opens the targets of this process, with files in the given folder. */
export const openTargets = async (root: string): Promise<Targets> => {
  const tcp = createServer((socket) => socket.destroy()).listen(0, "0.0.0.0");
  const udp = createSocket("udp4").bind(0, "0.0.0.0");
  const abstract = `platen-${process.pid}`;
  const local = createServer((socket) => socket.destroy()).listen(`\0${abstract}`);
  await Promise.all([once(tcp, "listening"), once(udp, "listening"), once(local, "listening")]);
  return {
    lines: (bomb = 0, victim) => {
      const [folder, job, other] = ["service", "job", "other"].map((name) => join(root, name)) as [
        string,
        string,
        string,
      ];
      for (const path of [folder, job, other]) {
        rmSync(path, { recursive: true, force: true });
        mkdirSync(path, { recursive: true });
      }
      for (const name of ["secret", "removable", "movable", "truncated", "key", "table"])
        writeFileSync(join(folder, name), "secret\n");
      writeFileSync(join(victim?.home ?? other, "document"), "secret\n");
      const [secret, key, table] = ["secret", "key", "table"].map((name) => join(folder, name));
      const files = [secret, folder, job, key, table, victim?.home ?? other, root, abstract];
      return [
        ...files,
        victim?.pid ?? process.pid,
        (tcp.address() as AddressInfo).port,
        udp.address().port,
        bomb,
        "",
      ].join("\n");
    },
    close: () => {
      for (const each of [tcp, udp, local]) each.close();
    },
  };
};
