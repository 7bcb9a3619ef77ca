const { copyFile, mkdir, rename, stat } = require("node:fs/promises");
const { join } = require("node:path");
const { makeLayers } = require("../../layers/layers.ts");

const changed = (path) =>
  stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => Number.NEGATIVE_INFINITY,
  );

/**
 * Makes the layers before they are packed, and packs those that have been made since they were packed last. Packaging asks
 * AWS nothing; a deployment asks which layers it has already, and does not send those again.
 */
module.exports = class Layers {
  constructor(serverless) {
    const { processedInput, pluginManager, service, serviceDir } = serverless;
    const [command] = processedInput.commands;
    const pluginWith = (method) => pluginManager.plugins.find((plugin) => plugin[method] !== undefined);
    const ask = () => {
      if (command === "package") pluginWith("compareWithLastLayer").compareWithLastLayer = async () => {};
    };
    const make = async () => {
      await makeLayers((line) => process.stderr.write(`platen: ${line}\n`));
      const packager = pluginWith("packageLayer");
      const pack = packager.packageLayer.bind(packager);
      packager.packageLayer = async (name) => {
        const layer = service.getLayer(name);
        const kept = join(serviceDir, `${layer.path}.zip`);
        if ((await changed(kept)) > (await changed(join(serviceDir, `${layer.path}.made`)))) {
          const artifact = join(serviceDir, ".serverless", `${name}.zip`);
          await mkdir(join(serviceDir, ".serverless"), { recursive: true });
          await copyFile(kept, artifact);
          layer.package = { artifact };
          return artifact;
        }
        const artifact = await pack(name);
        await copyFile(artifact, `${kept}.next`);
        await rename(`${kept}.next`, kept);
        return artifact;
      };
    };
    this.hooks = { "before:package:createDeploymentArtifacts": make, "before:package:compileLayers": ask };
  }
};
