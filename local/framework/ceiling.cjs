/** The value of the parameter `reserved` with which functions share what the AWS account allows. */
const NONE = "none";

/**
 * Gives each function the maximum of concurrent calls that `custom.reserved` names. The framework's own setting takes numbers
 * only, so a stage could not do without.
 */
module.exports = class Ceiling {
  constructor(serverless) {
    const { service } = serverless;
    const reserve = () => {
      const reserved = String(service.custom.reserved);
      if (reserved === NONE) return;
      if (!/^[1-9]\d*$/.test(reserved)) throw new serverless.classes.Error(`reserved must be a number or "${NONE}"`);
      for (const { Type, Properties } of Object.values(service.provider.compiledCloudFormationTemplate.Resources)) {
        if (Type === "AWS::Lambda::Function") Properties.ReservedConcurrentExecutions = Number(reserved);
      }
    };
    this.hooks = { "after:aws:package:finalize:mergeCustomProviderResources": reserve };
  }
};
