import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "../../local/store/process.ts";

const value = (type: string, content: string) =>
  `<param><value>${type && `<${type}>`}${content}${type && `</${type}>`}</value></param>`;
const NONE = value("", "<nil/>");

const call = (method: string, ...parameters: string[]): string =>
  `<?xml version="1.0"?><methodCall><methodName>${method}</methodName><params>${parameters.join("")}</params></methodCall>`;

/**
 * The peer `unoserver` from PyPI with the machine's own LibreOffice; `UNOSERVER` names its program. It is called over XML-RPC,
 * as its own client does, with the document in the call and the PDF in the answer.
 */
export const unoserver = async (program: string) => {
  const folder = await mkdtemp(join(tmpdir(), "platen-bench-uno-"));
  const [port, office] = [await freePort(), await freePort()];
  const programArguments = [
    "--port",
    `${port}`,
    "--uno-port",
    `${office}`,
    "--user-installation",
    join(folder, "profile"),
  ];
  const child = spawn(program, programArguments, { stdio: "ignore", cwd: folder, detached: true });
  const ask = async (body: string): Promise<string> => {
    const headers = { "Content-Type": "text/xml" };
    return (await fetch(`http://127.0.0.1:${port}/`, { method: "POST", headers, body })).text();
  };
  for (let tries = 0; !(await ask(call("info")).catch(() => "")).includes("methodResponse"); tries++) {
    if (tries === 100) throw new Error("unoserver does not start");
    await sleep(200);
  }
  return {
    /** Converts a document. Resolves with the milliseconds that this takes; rejects if the answer is not a PDF. */
    convert: async (bytes: Buffer): Promise<number> => {
      const started = performance.now();
      const answer = await ask(
        call("convert", NONE, value("base64", bytes.toString("base64")), NONE, value("string", "pdf")),
      );
      if (!answer.includes("JVBERi")) throw new Error(answer.slice(0, 1000));
      return performance.now() - started;
    },
    stop: async (): Promise<void> => {
      process.kill(-child.pid!, "SIGKILL");
      await once(child, "exit");
      await rm(folder, { recursive: true, force: true });
    },
  };
};
