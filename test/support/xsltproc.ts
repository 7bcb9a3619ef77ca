import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { debianTree } from "../../layers/debian/tree.ts";

const run = promisify(execFile);

/** The output and the cost of one run of xsltproc. */
interface Run {
  readonly status: number;
  readonly output: Buffer;
  /** CPU time of the process in milliseconds, with its start and end. */
  readonly cpu: number;
}

/** The peer: Debian's xsltproc with its own libraries. */
export const fetchXsltproc = async (): Promise<(xslt: string, xml: string) => Promise<Run>> => {
  const { folder } = await debianTree({
    release: "bookworm",
    packages: ["xsltproc"],
    folder: ".cache/test/xsltproc",
    log: console.error,
  });
  const cpu = process.arch === "arm64" ? "aarch64" : "x86_64";
  const libraries = [`lib/${cpu}-linux-gnu`, `usr/lib/${cpu}-linux-gnu`].map((path) => join(folder, path));
  const loader = process.arch === "arm64" ? "ld-linux-aarch64.so.1" : "ld-linux-x86-64.so.2";
  const words = [
    join(libraries[0] ?? "", loader),
    "--library-path",
    libraries.join(":"),
    join(folder, "usr/bin/xsltproc"),
  ];
  return async (xslt, xml) => {
    const script = '"$@"; status=$?; times >&2; exit $status';
    const ended = await run("bash", ["-c", script, "xsltproc", ...words, "--nonet", xslt, xml], {
      encoding: "buffer",
      maxBuffer: 2 ** 30,
    }).catch((error: { code: number; stdout: Buffer; stderr: Buffer }) => error);
    const [user, system] = ended.stderr.toString().trim().split("\n").at(-1)?.split(" ") ?? [];
    const seconds = [user, system].map((text) => {
      const [, minutes, rest] = /^(\d+)m([\d.]+)s$/.exec(text ?? "") ?? [];
      return Number(minutes) * 60 + Number(rest);
    });
    return {
      status: "code" in ended ? ended.code : 0,
      output: ended.stdout,
      cpu: 1000 * seconds.reduce((a, b) => a + b),
    };
  };
};
