// A function whose LibreOffice is broken: the attempts are made in the place of its library. It answers with their reports as
// JSON: without walls, and where the product starts LibreOffice. Beside it lie `attempts.bin` and `attempts.so`; its
// environment names a folder that it makes for the broken tree.
import { execFileSync } from "node:child_process";
import { chmodSync, copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { confineAtStart } from "../../../lib/confinement/at-start.ts";
import { convertInOffice } from "../../../lib/engines/office/convert.ts";
import { libreofficeFolder } from "../../../lib/engines/office/installation.ts";
import { warmZygoteFor } from "../../../lib/engines/office/zygote-supervisor.ts";
import { makeBrokenTree } from "./broken-tree.ts";
import { openTargets } from "./targets.ts";

declare const awslambda: {
  readonly streamifyResponse: <Handler>(handler: Handler) => Handler;
  readonly HttpResponseStream: { from(stream: unknown, prelude: object): NodeJS.WritableStream };
};

const task = process.env["LAMBDA_TASK_ROOT"]!;
confineAtStart();

/** Answers any event with the reports. */
export const handler = awslambda.streamifyResponse(async (_event: unknown, stream: unknown): Promise<void> => {
  const root = "/tmp/attacked";
  const targets = await openTargets(root);
  const free = join(root, "free");
  mkdirSync(free, { recursive: true });
  writeFileSync(join(free, "targets"), targets.lines());
  copyFileSync(join(task, "attempts.bin"), join(free, "program"));
  chmodSync(join(free, "program"), 0o755);
  const withoutWalls = execFileSync(join(free, "program"), ["stdout"], { encoding: "utf8", timeout: 600_000 });

  makeBrokenTree(libreofficeFolder, "/opt/libreoffice", join(task, "attempts.so"));
  writeFileSync(join(libreofficeFolder, "program/targets"), targets.lines());
  const job = { macro: "Word", options: "", bytes: Buffer.from("x") } as const;
  const { printed } = await convertInOffice(job, AbortSignal.timeout(600_000));
  await warmZygoteFor("Word").stop();
  targets.close();
  const prelude = { statusCode: 200, headers: { "Content-Type": "application/json" } };
  const answer = awslambda.HttpResponseStream.from(stream, prelude);
  answer.end(JSON.stringify({ withoutWalls, office: Buffer.from(printed!.body as Uint8Array).toString() }));
});
