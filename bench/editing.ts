import { execFile, spawnSync } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { type IncomingMessage, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { debianPrograms, popplerPrograms } from "../test/support/debian-programs.ts";
import { form } from "../test/support/form.ts";
import { largePdf } from "../test/support/pdf/large-pdfs.ts";
import { wholeService } from "../test/support/whole.ts";
import { EDITING_OPERATIONS, type EditingOperation } from "./support/editing-operations.ts";

/**
 * How long does each operation on PDFs take, as a whole request over HTTP, compared with whole commands of qpdf, poppler and, where
 * they are on the PATH, mutool, pdfcpu and PyMuPDF? The best of 3 rounds, in which all take turns, on a letter (annex, form), 300
 * pages of text and 20 MB of pictures. ONLY selects operations. Bars: no slower than qpdf, pdfcpu and pdftoppm.
 */
const ROUNDS = 3;
const PYMUPDF_FILL =
  "import sys, pymupdf\nd = pymupdf.open(sys.argv[1])\nfor p in d:\n  for w in p.widgets():\n    if w.field_name == 'name': w.field_value = 'Ada'; w.update()\nd.save(sys.argv[2])";
const run = promisify(execFile);
const isHere = (program: string): boolean => spawnSync("sh", ["-c", `command -v ${program}`]).status === 0;

const lacking = (await popplerPrograms()) || (await debianPrograms("qpdf", ["qpdf"]));
if (lacking) throw new Error(lacking);
const folder = mkdtempSync(join(tmpdir(), "platen-editing-"));
const out = join(folder, "out");
const pathOf = (name: string) => join(folder, `${name}.pdf`);
for (const name of ["annex", "form"]) copyFileSync(`samples/${name}.pdf`, pathOf(name));
copyFileSync("samples/letter.pdf", pathOf("STAMP"));
writeFileSync(pathOf("text"), await largePdf(3, 300, 0));
writeFileSync(pathOf("pictures"), await largePdf(5, 200, 400_000));
const service = await wholeService(20);
let calls = 0;

/** A form as it is sent, so that making it takes no part of the time of a request. */
const encoded = async (fields: Parameters<typeof form>[0]): Promise<{ body: Buffer; type: string }> => {
  const sent = new Request("http://localhost", { method: "POST", body: form(fields) });
  return { type: sent.headers.get("content-type") ?? "", body: Buffer.from(await sent.arrayBuffer()) };
};

const post = async (path: string, { body, type }: { body: Buffer; type: string }): Promise<Buffer> => {
  const key = service.keys[calls++ % service.keys.length]!;
  const headers = { "X-API-Key": key, "Content-Type": type, "Content-Length": body.length };
  const sent = request({ port: service.port, path: `/v1${path}`, method: "POST", headers }).end(body);
  const [reply] = (await once(sent, "response")) as [IncomingMessage];
  const answer = Buffer.concat(await reply.toArray());
  if (reply.statusCode !== 200) throw new Error(`${path}: ${reply.statusCode} ${answer}`);
  return answer;
};

/** The path that a word of a command stands for, or the word. */
const resolved = (word: string, name: string): string =>
  word
    .replace(/^IN$/, pathOf(name))
    .replace(/^LOCKED$/, pathOf(`${name}-locked`))
    .replace(/^STAMP/, pathOf("STAMP"))
    .replace(/^OUT/, out);

const argumentsOf = (command: string, name: string): string[] => {
  const words = command.split(" ").map((word) => resolved(word, name));
  if (words[0] === "fill") return ["python3", "-c", PYMUPDF_FILL, ...words.slice(1)];
  return words[0] === "pdfcpu" ? ["pdfcpu", "--conf", "disable", ...words.slice(1)] : words;
};

const partsOf = ({ form: parts }: EditingOperation, name: string) => {
  const contentOf = (value: string): string | Uint8Array =>
    value.startsWith("@") ? readFileSync(resolved(value.slice(1), name)) : value;
  return Object.fromEntries(
    Object.entries(parts).map(([part, value]) => [
      part,
      Array.isArray(value) ? value.map(contentOf) : contentOf(`${value}`),
    ]),
  );
};

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const start = performance.now();
  await work();
  return performance.now() - start;
};

/** The best times in milliseconds: of the service, and of each program that can be used. */
const compare = async (operation: EditingOperation, name: string): Promise<Map<string, number>> => {
  const best = new Map<string, number>();
  const measure = async (who: string, work: () => Promise<unknown>) => {
    rmSync(out, { recursive: true, force: true });
    mkdirSync(out);
    best.set(who, Math.min(best.get(who) ?? Infinity, await timed(work)));
  };
  const parts = await encoded(partsOf(operation, name));
  const programs = Object.entries(operation.commands)
    .map(([who, command]) => [who, argumentsOf(command, name)] as const)
    .filter(([who, [program = ""]]) =>
      who === "PyMuPDF" ? spawnSync("python3", ["-c", "import pymupdf"]).status === 0 : isHere(program),
    );
  for (let round = 0; round < ROUNDS; round++) {
    await measure("", () => post(operation.path, parts));
    for (const [who, [program = "", ...rest]] of programs)
      await measure(who, () => run(program, rest, { maxBuffer: 1e9 }));
  }
  return best;
};

const digits = (milliseconds: number): string => milliseconds.toFixed(milliseconds < 20 ? 1 : 0);

try {
  for (const name of ["annex", "text", "pictures"]) {
    const parts = await encoded({ file: readFileSync(pathOf(name)), userPassword: "sesame" });
    writeFileSync(pathOf(`${name}-locked`), await post("/pdf/protect", parts));
  }
  const only = process.env["ONLY"]?.split(",");
  for (const [title, operation] of Object.entries(EDITING_OPERATIONS)) {
    if (only?.includes(title) === false) continue;
    const rows: string[] = [];
    let isMissed = false;
    for (const name of operation.files ?? ["annex", "text", "pictures"]) {
      const [[, mine = 0] = [], ...others] = [...(await compare(operation, name))];
      isMissed ||= others.some(([who, time]) => operation.bars.includes(who) && mine > time);
      const peers = others.map(([who, time]) => `${who} ${digits(time)} (${(mine / time).toFixed(2)} times)`);
      rows.push(`${name} ${digits(mine)} ms, ${peers.join(", ")}`);
    }
    console.log(`${isMissed ? "MISSED " : ""}${title}: ${rows.join("; ")}`);
  }
} finally {
  await service.stop();
  rmSync(folder, { recursive: true });
}
process.exit();
