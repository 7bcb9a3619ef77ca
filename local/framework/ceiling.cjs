/** The value of the parameter `reserved` with which functions share what the AWS account allows. */
const NONE = "none";

/** The fewest and the most messages that SQS lets a function have at once. */
const JOBS_AT_ONCE = { least: 2, most: 1000 };

/** Calls at once by a schedule beside those by messages: one that is late may still run when the next one begins. */
const SCHEDULED_AT_ONCE = 2;

/**
 * Gives each function the maximum of concurrent calls that `custom.reserved` names, and those that work on jobs the one of
 * `custom.jobsAtOnce`, of which SQS knows too: a message whose function may not be called would count as delivered. A function whose messages have a maximum in serverless.yml gets that one, and room for its
 * schedule. The framework's
 * own settings take numbers only, so a stage could not do without.
 */
module.exports = class Ceiling {
  constructor(serverless) {
    const { service } = serverless;
    const reserve = () => {
      const { Resources } = service.provider.compiledCloudFormationTemplate;
      const jobsAtOnce = Number(service.custom.jobsAtOnce);
      if (!Number.isInteger(jobsAtOnce) || jobsAtOnce < JOBS_AT_ONCE.least || jobsAtOnce > JOBS_AT_ONCE.most)
        throw new serverless.classes.Error(
          `jobsAtOnce must be a number from ${JOBS_AT_ONCE.least} to ${JOBS_AT_ONCE.most}`,
        );
      const ceilings = new Map();
      for (const { Type, Properties } of Object.values(Resources)) {
        if (Type !== "AWS::Lambda::EventSourceMapping") continue;
        const [id] = Properties.FunctionName["Fn::GetAtt"];
        if (Properties.BatchSize === 1) {
          Properties.ScalingConfig = { MaximumConcurrency: jobsAtOnce };
          ceilings.set(id, jobsAtOnce);
        } else if (Properties.ScalingConfig !== undefined)
          ceilings.set(id, Properties.ScalingConfig.MaximumConcurrency + SCHEDULED_AT_ONCE);
      }
      const reserved = String(service.custom.reserved);
      if (reserved === NONE) return;
      if (!/^[1-9]\d*$/.test(reserved)) throw new serverless.classes.Error(`reserved must be a number or "${NONE}"`);
      for (const [id, { Type, Properties }] of Object.entries(Resources)) {
        if (Type !== "AWS::Lambda::Function") continue;
        Properties.ReservedConcurrentExecutions = ceilings.get(id) ?? Number(reserved);
      }
    };
    this.hooks = { "after:aws:package:finalize:mergeCustomProviderResources": reserve };
  }
};
