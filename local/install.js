// Runs on any version of Node before packages are installed: it may import only Node's own modules, and no TypeScript.
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const MINIMUM_NODE_MAJOR = 24;
const root = fileURLToPath(new URL("..", import.meta.url));
const stamp = `${root}node_modules/.installed`;

const printMessage = (line) => process.stderr.write(`platen: ${line}\n`);
const fail = (line) => {
  printMessage(line);
  process.exit(1);
};

const read = (file) => {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
};

const install = async () => {
  const started = Date.now();
  printMessage("installing packages (once, about half a minute) ...");
  const npm = process.env.npm_execpath ? [process.execPath, process.env.npm_execpath] : ["npm"];
  const flags = ["ci", "--include=dev", "--include=optional", "--no-audit", "--no-fund", "--fetch-retries=1"];
  const child = spawn(npm[0], [...npm.slice(1), ...flags, "--fetch-retry-mintimeout=1000"], {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk) => {
      output += chunk;
    });
  }
  const progress = setInterval(() => printMessage(`... ${Math.round((Date.now() - started) / 1000)} s`), 10_000);
  process.on("exit", () => child.kill());
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => process.exit(1));
  // When npm is stopped, the shell of its script ends too. Then nobody waits for this set-up any more.
  const parent = process.ppid;
  const parentCheck = setInterval(() => process.ppid !== parent && process.exit(1), 500);
  const [code] = await once(child, "close").catch((error) => [error.message]);
  clearInterval(progress);
  clearInterval(parentCheck);
  if (code !== 0) {
    const errorLines = output.match(/(?<=npm (error|ERR!) )(?!code |errno |syscall ).+/g) ?? [`npm ended with ${code}`];
    const reason = errorLines.find((line) => /ENOTFOUND|EAI_AGAIN|ECONN|TIMEDOUT|network/.test(line)) ?? errorLines[0];
    fail(`the packages cannot be installed (${reason}): the npm registry must be reachable on the first start`);
  }
  printMessage(`packages installed in ${Math.round((Date.now() - started) / 1000)} s`);
};

const lock = createHash("sha256")
  .update(read(`${root}package-lock.json`))
  .digest("hex");
if (read(stamp) !== lock) {
  await install();
  writeFileSync(stamp, lock);
}

const { stdout } = spawnSync("node", ["--version"], { encoding: "utf8", env: { ...process.env } });
const version = Number(/^v(\d+)/.exec(stdout ?? "")?.[1] ?? 0);
if (version < MINIMUM_NODE_MAJOR) {
  fail(
    `Node ${MINIMUM_NODE_MAJOR} is needed; npm has none for ${process.platform} ${process.arch}, and this is ${process.version}`,
  );
}
