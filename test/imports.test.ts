import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { basename, dirname, relative, resolve } from "node:path";
import { suite, test } from "node:test";

const sources = globSync("{functions,lib,local,layers,client,test,bench}/**/*.{ts,js,cjs,mts}").filter(
  (file) => !file.includes("/fixtures/"),
);
const within = (folder: string) => sources.filter((file) => file.startsWith(folder));

/** What a file imports: files by their paths from the root, packages by their names. */
const importsOf = (file: string): string[] =>
  [...readFileSync(file, "utf8").matchAll(/(?:from|import)\(? ?"([^"]+)"/g)].map(([, target = ""]) =>
    target.startsWith(".") ? relative(".", resolve(dirname(file), target)) : target,
  );

/** The floor of each room, as docs/code.md has it: `lib/http` is on floor 5. */
const FLOORS = new Map(
  [...readFileSync("docs/code.md", "utf8").matchAll(/^\| (\d+) \| `([^`]+)`/gm)].map(
    ([, floor = "", room = ""]) => [room, Number(floor)] as const,
  ),
);

/** The room of a file: its first folder, or the folder or file in `lib`. */
const roomOf = (file: string): string =>
  file
    .split("/")
    .slice(0, file.startsWith("lib/") ? 2 : 1)
    .join("/");

const isBelow = (target: string, room: string): boolean => {
  const [floor, targetFloor] = [FLOORS.get(room), FLOORS.get(roomOf(target))];
  return floor !== undefined && targetFloor !== undefined && targetFloor < floor;
};

/** Imports that docs/code.md forbids although they run down. */
const FORBIDDEN: readonly [from: RegExp, to: RegExp][] = [
  [/^lib\/(engines|pdf|net|accounts)\//, /^(lib\/(http|server)\/|lib\/endpoint|@middy|aws-lambda)/],
  [/^lib\/pdf\//, /^lib\/(accounts|net|ooxml|stored-bodies)\//],
  [/^lib\/workers\//, /^lib\/(accounts|net)\//],
  [/^functions\/(convert|pdf|uploads)/, /^(lib\/(http|accounts|server|net|openapi)\/|@aws-sdk|@middy)/],
  [/^client\//, /^(functions|lib|local|layers|test|bench)\//],
  // What browsers load of the client.
  [
    /^client\/(?!cli\/|node\.ts|save\.ts)/,
    /^(node:|client\/(cli\/(?!command\.ts)|node\.ts|save\.ts)|(?!client\/)[@\w])/,
  ],
];

suite("the imports of the code", () => {
  test("every room is on a floor of docs/code.md, and every room there exists", () => {
    const rooms = new Set(sources.map(roomOf).filter((room) => room !== "test"));
    assert.deepEqual(rooms, new Set(FLOORS.keys()));
  });

  test("run down the floors of docs/code.md", () => {
    const breaches = sources
      .filter((file) => !file.startsWith("test/"))
      .flatMap((file) => {
        const room = roomOf(file);
        // Benches share what starts services and makes documents with the tests.
        const isFree = (target: string) =>
          basename(target) === "package.json" || (room === "bench" && target.startsWith("test/"));
        return importsOf(file)
          .filter((target) => sources.includes(target) && roomOf(target) !== room)
          .filter((target) => !isBelow(target, room) && !isFree(target))
          .map((target) => `${file} -> ${target}`);
      });
    assert.deepEqual(breaches, []);
  });

  test("keep the other rules of docs/code.md", () => {
    const breaches = sources.flatMap((file) =>
      importsOf(file)
        .filter((target) => FORBIDDEN.some(([from, to]) => from.test(file) && to.test(target)))
        .map((target) => `${file} -> ${target}`),
    );
    assert.deepEqual(breaches, []);
  });

  test("make no circle, not even through other files", () => {
    const code = sources.filter((file) => file.endsWith(".ts"));
    const imports = new Map(code.map((file) => [file, importsOf(file)]));
    const isCyclic = (file: string): boolean => {
      const seen = new Set<string>();
      const waiting = [...(imports.get(file) ?? [])];
      for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
        if (next === file) return true;
        if (seen.has(next)) continue;
        seen.add(next);
        waiting.push(...(imports.get(next) ?? []));
      }
      return false;
    };
    assert.deepEqual(code.filter(isCyclic), []);
  });

  test("name no devDependencies in deployed code", () => {
    const { dependencies, optionalDependencies } = JSON.parse(readFileSync("package.json", "utf8"));
    const known = new Set(Object.keys({ ...dependencies, ...optionalDependencies }));
    // The bill of materials and the client are written beside the deployed code, with the tools that package them.
    const deployed = ["functions/", "lib/", "layers/", "local/"]
      .flatMap(within)
      .filter((file) => !/^local\/(sbom|client)\//.test(file));
    const left = deployed.flatMap((file) =>
      [...readFileSync(file, "utf8").matchAll(/^(?:import|export) (?!type ).*?from "([^.][^"]*)"/gm)].flatMap(
        ([, target = ""]) => {
          const name = target
            .split("/")
            .slice(0, target.startsWith("@") ? 2 : 1)
            .join("/");
          return target.startsWith("node:") || known.has(name) || name === "aws-lambda" ? [] : [`${file} -> ${name}`];
        },
      ),
    );
    assert.deepEqual(left, []);
  });
});
