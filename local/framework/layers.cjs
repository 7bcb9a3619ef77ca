const { makeLayers } = require("../../layers/layers.ts");

/**
 * Makes the layers before they are packed. Packaging asks AWS nothing; a deployment asks which layers it has already, and
 * does not send those again.
 */
module.exports = class Layers {
  constructor({ processedInput, pluginManager }) {
    const [command] = processedInput.commands;
    const ask = () => {
      if (command !== "package") return;
      const compiler = pluginManager.plugins.find(({ compareWithLastLayer }) => compareWithLastLayer !== undefined);
      compiler.compareWithLastLayer = async () => {};
    };
    this.hooks = {
      "before:package:createDeploymentArtifacts": () => makeLayers((line) => process.stderr.write(`platen: ${line}\n`)),
      "before:package:compileLayers": ask,
    };
  }
};
