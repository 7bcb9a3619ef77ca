import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { build as buildDeflate, tools as deflateTools, SOURCE_FOLDER } from "../../layers/deflate/build.ts";
import { buildLauncher, buildProcessZygote, buildUndumpable, buildZygote } from "../../layers/launcher/build.ts";
import { build as buildRaster } from "../../layers/raster/build.ts";
import { build, TOOLCHAIN_FOLDER } from "../../layers/xslt/build.ts";
import { xsltNotices } from "../../layers/xslt/notices.ts";
import { toolchain } from "../../layers/xslt/toolchain.ts";
import launcherMade from "../../lib/confinement/launcher.json" with { type: "json" };
import undumpableMade from "../../lib/confinement/undumpable.json" with { type: "json" };
import deflateMade from "../../lib/deflate/deflate.json" with { type: "json" };
import { decodeXml } from "../../lib/engines/xslt/decode.ts";
import { RequestDocuments } from "../../lib/engines/xslt/documents.ts";
import { transformWithLibxslt } from "../../lib/engines/xslt/instance.ts";
import { XSLT_MODULE } from "../../lib/engines/xslt/threads.ts";
import made from "../../lib/engines/xslt/xslt.json" with { type: "json" };
import rasterMade from "../../lib/pictures/raster/raster.json" with { type: "json" };
import processZygoteMade from "../../lib/workers/process-zygote.json" with { type: "json" };
import zygoteMade from "../../lib/workers/zygote.json" with { type: "json" };
import attemptsMade from "../support/confinement/attempts.json" with { type: "json" };
import { buildAttempts } from "../support/confinement/build.ts";
import { unavailable } from "../support/debian.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { type SuiteCase, suiteCases } from "../support/xslt-suite.ts";

const passes = async (module: WebAssembly.Module, { xml, xslt, expected = "" }: SuiteCase): Promise<boolean> => {
  const [document, stylesheet, wanted] = await Promise.all([xml, xslt, expected].map((file) => readFile(file)));
  assert.ok(document && stylesheet && wanted);
  const job = {
    documents: new RequestDocuments(decodeXml("xml", document), decodeXml("xslt", stylesheet)),
    params: {},
    maximum: 4096,
    outputLimitMb: 512,
  };
  return Buffer.from(transformWithLibxslt(module, job).html).equals(wanted);
};

for (const [name, file, { sha256 }] of [
  ["transforms XML", XSLT_MODULE, made],
  ["compresses pictures", new URL("../../lib/pictures/raster/raster.wasm", import.meta.url), rasterMade],
  ["deflates", new URL("../../lib/deflate/deflate.wasm", import.meta.url), deflateMade],
] as const) {
  test(`the module that ${name} matches its manifest`, async () => {
    assert.equal(
      createHash("sha256")
        .update(await readFile(file))
        .digest("hex"),
      sha256,
    );
  });
}

test("the module that compresses pictures is the same to the byte after a new build", async (context) => {
  const folder = temporaryFolder("raster");
  const tools = await toolchain(TOOLCHAIN_FOLDER).catch(unavailable);
  if (typeof tools === "string") return context.skip(tools);
  const { sha256, compilers } = await buildRaster(join(folder, "raster.wasm"), tools);
  if (JSON.stringify(compilers) === JSON.stringify(rasterMade.compilers)) assert.equal(sha256, rasterMade.sha256);
  else console.warn(`NEWER COMPILERS: run "npm run build:raster". Debian has now ${JSON.stringify(compilers)}`);
});

test("the module that deflates is the same to the byte after a new build, and its notices name its source", async (context) => {
  const folder = temporaryFolder("deflate");
  const compilers = await toolchain(TOOLCHAIN_FOLDER).catch(unavailable);
  if (typeof compilers === "string") return context.skip(compilers);
  const found = await deflateTools(compilers, SOURCE_FOLDER).catch(unavailable);
  if (typeof found === "string") return context.skip(found);
  const { wasm, notices, ...manifest } = await buildDeflate(folder, found);
  assert.ok(notices.includes(`\nlibdeflate ${manifest.sources["libdeflate"]} (`));
  const { sha256: committed, ...recorded } = deflateMade;
  const { sha256, ...versions } = manifest;
  if (JSON.stringify(versions) !== JSON.stringify(recorded)) {
    console.warn(`NEWER SOURCES: run "npm run build:deflate". Debian has now ${JSON.stringify(versions)}`);
    return;
  }
  assert.equal(sha256, committed);
  const kept = await readFile(new URL("../../lib/deflate/deflate.notices.txt", import.meta.url), "utf8");
  assert.equal(notices, kept);
});

for (const [name, build, made] of [
  ["launcher", buildLauncher, launcherMade],
  ["addon that makes Node undumpable", buildUndumpable, undumpableMade],
  ["addon by which a zygote forks", buildZygote, zygoteMade],
  ["library by which Chromium forks", buildProcessZygote, processZygoteMade],
] as const) {
  test(`the ${name} is the same to the byte after a new build`, async (context) => {
    const folder = temporaryFolder("launcher");
    const tools = await toolchain(TOOLCHAIN_FOLDER).catch(unavailable);
    if (typeof tools === "string") return context.skip(tools);
    const { sha256, compilers } = await build(join(folder, "built"), tools);
    if (JSON.stringify(compilers) === JSON.stringify(made.compilers)) assert.equal(sha256, made.sha256);
    else console.warn(`NEWER COMPILERS: run "npm run build:launcher". Debian has now ${JSON.stringify(compilers)}`);
  });
}

test("the attempts of an engine that was taken over are the same to the byte after a new build", async (context) => {
  const folder = temporaryFolder("attempts");
  const tools = await toolchain(TOOLCHAIN_FOLDER).catch(unavailable);
  if (typeof tools === "string") return context.skip(tools);
  const builds = await buildAttempts(folder, tools);
  if (JSON.stringify(tools.versions.compilers) !== JSON.stringify(attemptsMade.compilers))
    return context.skip("newer compilers");
  const sums = Object.fromEntries(Object.entries(builds).map(([name, { sha256 }]) => [name, sha256]));
  assert.deepEqual(sums, attemptsMade.sums);
});

test("the module that transforms XML is the same to the byte after a new build, and passes libxslt's tests", async (context) => {
  const folder = temporaryFolder("xslt");
  const tools = await toolchain(TOOLCHAIN_FOLDER, { refresh: true }).catch(unavailable);
  if (typeof tools === "string") return context.skip(tools);
  const built = await build(folder, tools);
  const { wasm, sha256, ...versions } = built;
  const { sha256: committed, ...recorded } = made;
  const same = JSON.stringify(versions) === JSON.stringify(recorded);
  const notices = await readFile(new URL("xslt.notices.txt", XSLT_MODULE), "utf8");
  for (const [name, version] of Object.entries(made.sources))
    assert.ok(notices.includes(`\n${name} ${version} (`), name);
  if (same) assert.equal(sha256, committed);
  if (same) assert.equal(await xsltNotices(folder, tools), notices);
  else console.warn(`NEWER SOURCES: run "npm run build:xslt". Debian has now ${JSON.stringify(versions)}`);

  const module = await WebAssembly.compile(wasm);
  const cases = (await suiteCases(join(folder, "libxslt"))).filter(
    ({ expected, more, recoded }) => expected && !more && !recoded,
  );
  const failed: string[] = [];
  for (const each of cases) if (!(await passes(module, each))) failed.push(each.name);
  assert.ok(cases.length > 300, `only ${cases.length} cases were found`);
  assert.ok(failed.length <= cases.length * 0.03, `${failed.length} of ${cases.length} failed: ${failed.join(", ")}`);
});
