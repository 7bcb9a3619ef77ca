const { copyFile, mkdir, rename, stat } = require("node:fs/promises");
const { join } = require("node:path");
const { makeLayers } = require("../../layers/layers.ts");

const changedAt = (path) =>
  stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => Number.NEGATIVE_INFINITY,
  );

/**
 * Builds the layers before they are packed, and packs only those that were built since the last packing. `package` makes no
 * call to AWS; a deployment asks AWS for the layers that it has already, and does not upload them again.
 */
module.exports = class Layers {
  constructor(serverless) {
    const { processedInput, pluginManager, service, serviceDir } = serverless;
    const [command] = processedInput.commands;
    const pluginWith = (method) => pluginManager.plugins.find((plugin) => plugin[method] !== undefined);
    const skipComparison = () => {
      if (command === "package") pluginWith("compareWithLastLayer").compareWithLastLayer = async () => {};
    };
    const make = async () => {
      await makeLayers((line) => process.stderr.write(`platen: ${line}\n`));
      const packager = pluginWith("packageLayer");
      const pack = packager.packageLayer.bind(packager);
      packager.packageLayer = async (name) => {
        const layer = service.getLayer(name);
        const packed = join(serviceDir, `${layer.path}.zip`);
        if ((await changedAt(packed)) > (await changedAt(join(serviceDir, `${layer.path}.made`)))) {
          const artifact = join(serviceDir, ".serverless", `${name}.zip`);
          await mkdir(join(serviceDir, ".serverless"), { recursive: true });
          await copyFile(packed, artifact);
          layer.package = { artifact };
          return artifact;
        }
        const artifact = await pack(name);
        await copyFile(artifact, `${packed}.next`);
        await rename(`${packed}.next`, packed);
        return artifact;
      };
    };
    this.hooks = { "before:package:createDeploymentArtifacts": make, "before:package:compileLayers": skipComparison };
  }
};
