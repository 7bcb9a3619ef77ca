const { join } = require("node:path");
const { build } = require("esbuild");

/** Bundles each function into one file when the framework packages; `serverless offline` runs the sources. */
module.exports = class Bundle {
  constructor(serverless) {
    const bundle = async () => {
      const functions = Object.values(serverless.service.functions);
      const sources = functions.map(({ handler }) => handler.replace(/\.[^.]+$/, ".ts"));
      await build({
        entryPoints: sources,
        absWorkingDir: serverless.serviceDir,
        outbase: ".",
        outdir: "dist",
        outExtension: { ".js": ".mjs" },
        bundle: true,
        minify: true,
        platform: "node",
        target: "node24",
        format: "esm",
        legalComments: "none",
        // Modules in CommonJS ask for Node's own by `require`.
        banner: { js: "import{createRequire as __require}from'node:module';const require=__require(import.meta.url);" },
      });
      for (const [i, one] of functions.entries()) {
        one.handler = join("dist", one.handler);
        one.package = { patterns: ["!**", join("dist", sources[i].replace(/\.ts$/, ".mjs"))] };
      }
    };
    this.hooks = {
      "before:package:createDeploymentArtifacts": bundle,
      "before:deploy:function:packageFunction": bundle,
    };
  }
};
