import { createSocket } from "node:dgram";
import { once } from "node:events";

const A = 1;
const AAAA = 28;

const PUBLIC = "93.184.216.34";

const NAMES: Readonly<Record<string, { v4?: readonly string[]; v6?: readonly string[] }>> = {
  "evil.test": { v4: [PUBLIC] },
  "priv.test": { v4: ["10.0.0.5"] },
  "meta.test": { v4: ["169.254.169.254"] },
  "loop.test": { v4: ["127.0.0.1"] },
  "mixed.test": { v4: [PUBLIC, "10.0.0.5"] },
  "mix6.test": { v4: [PUBLIC], v6: ["0:0:0:0:0:0:0:1"] },
  "v6priv.test": { v6: ["fd00:0:0:0:0:0:0:1"] },
};

/** Names whose first answer is public and every later one is loopback. */
const rebound = new Set<string>();

const answers = (name: string, type: number): readonly string[] => {
  if (name.startsWith("rebind-")) {
    if (type !== A) return [];
    if (rebound.has(name)) return ["127.0.0.1"];
    rebound.add(name);
    return [PUBLIC];
  }
  const known = NAMES[name] ?? (name.endsWith(".exfiltration.test") ? { v4: [PUBLIC] } : {});
  return (type === A ? known.v4 : type === AAAA ? known.v6 : undefined) ?? [];
};

const bytesOf = (address: string): number[] =>
  address.includes(":")
    ? address.split(":").flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255])
    : address.split(".").map(Number);

const record = (type: number, address: string): Buffer => {
  const data = bytesOf(address);
  // A pointer to the question's name, the type, class IN, no time to live.
  return Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 0, 0, data.length, ...data]);
};

const reply = (query: Buffer, asked: (name: string) => void): Buffer => {
  let at = 12;
  const labels: string[] = [];
  for (let length = query[at]!; length > 0; length = query[at]!) {
    labels.push(query.toString("latin1", at + 1, at + 1 + length).toLowerCase());
    at += length + 1;
  }
  const name = labels.join(".");
  const type = query.readUInt16BE(at + 1);
  asked(name);
  const found = answers(name, type);
  const head = Buffer.from([query[0]!, query[1]!, 0x81, 0x80, 0, 1, 0, found.length, 0, 0, 0, 0]);
  return Buffer.concat([head, query.subarray(12, at + 5), ...found.map((address) => record(type, address))]);
};

/** Starts the name server of the namespace; it reports every name that is queried. */
export const serveNames = async (asked: (name: string) => void): Promise<void> => {
  const socket = createSocket("udp4");
  socket.on("message", (query, { port, address }) => socket.send(reply(query, asked), port, address));
  socket.bind(53, "127.0.0.1");
  await once(socket, "listening");
  socket.unref();
};
