import { spawn } from "node:child_process";
import { once } from "node:events";
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { cpus, totalmem } from "node:os";
import { basename } from "node:path";
import { parseArgs } from "node:util";
import { prepare } from "../local/prepare.ts";

// Runs all benches of this folder, or the named ones, one after another. With --record their results go to README.md.
const RESULTS_FILE = "bench/README.md";
const { values: options, positionals: named } = parseArgs({
  allowPositionals: true,
  options: { record: { type: "boolean", default: false } },
});
const questions = globSync("bench/*.ts")
  .map((file) => basename(file, ".ts"))
  .filter((name) => name !== "run" && (named.length === 0 || named.includes(name)))
  .sort();

/** The question of a bench: the first doc comment of its file, in one line. */
const question = (name: string): string => {
  const [, text = name] = /\/\*\*(.*?)\*\//s.exec(readFileSync(`bench/${name}.ts`, "utf8")) ?? [];
  return text.replace(/\s*\*?\s+/g, " ").trim();
};

/** The rows of README.md, by the name of the bench. */
const recordedRows = (): Map<string, string> => {
  const rows = new Map<string, string>();
  for (const line of readFileSync(RESULTS_FILE, "utf8").split("\n")) {
    const [, name] = /^\| `([\w-]+)` \|/.exec(line) ?? [];
    if (name !== undefined) rows.set(name, line);
  }
  return rows;
};

const record = (name: string, lines: readonly string[]): void => {
  const rows = recordedRows();
  const machine = `${cpus().length} × ${cpus()[0]!.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.versions.node}`;
  const date = new Date().toISOString().slice(0, 10);
  const result = lines.map((line) => line.replaceAll("|", "\\|").trim()).join("<br>");
  rows.set(name, `| \`${name}\` | ${question(name).replaceAll("|", "\\|")} | ${result} | ${date}, ${machine} |`);
  const [head = ""] = readFileSync(RESULTS_FILE, "utf8").split("\n| question");
  const table = [...rows.keys()].sort().map((key) => rows.get(key)!);
  const columns = "| question | what it asks | what it found | when and where |\n|---|---|---|---|";
  writeFileSync(RESULTS_FILE, `${head}\n${columns}\n${table.join("\n")}\n`);
};

await prepare();
for (const name of questions) {
  process.stdout.write(`\n${name}: ${question(name)}\n`);
  const child = spawn(process.execPath, [`bench/${name}.ts`], { stdio: ["ignore", "pipe", "inherit"] });
  let output = "";
  child.stdout.on("data", (chunk) => {
    output += chunk;
    process.stdout.write(chunk);
  });
  const [code] = await once(child, "close");
  if (code !== 0) process.exitCode = 1;
  else if (options.record) record(name, output.split("\n").filter(Boolean));
}
