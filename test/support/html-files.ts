import { globSync, statSync } from "node:fs";

const SIZE_LIMIT_BYTES = 1_048_576;

/** HTML files of the packages of npm, and of a machine's documentation if it has some: at most this many, spread evenly. */
export const htmlFiles = (count: number): string[] => {
  const files = ["node_modules", "/usr/share/doc", "/usr/share"]
    .flatMap((folder) => globSync(`${folder}/**/*.html`).sort())
    .filter((file) => statSync(file).isFile() && statSync(file).size > 0 && statSync(file).size < SIZE_LIMIT_BYTES);
  const step = Math.max(1, files.length / count);
  return Array.from({ length: Math.min(count, files.length) }, (_, index) => files[Math.floor(index * step)]!);
};
