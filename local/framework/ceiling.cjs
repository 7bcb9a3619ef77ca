/** The value of `custom.reserved` that sets no maximum: functions then share what the AWS account allows. */
const NONE = "none";

/** The range of an event source mapping's `MaximumConcurrency`. */
const JOBS_AT_ONCE = { least: 2, most: 1000 };

/** Concurrent calls by a schedule, in addition to those by messages: a late call may still run when the next one begins. */
const SCHEDULED_AT_ONCE = 2;

/**
 * Sets the maximum of concurrent calls of each function, its reserved concurrency:
 *
 * - `custom.jobsAtOnce` for functions that do jobs. Their event source mappings get the same maximum: SQS would count a message
 *   as received although its function may not be called.
 * - The maximum in serverless.yml for a function whose event source mapping has one, plus room for its schedule.
 * - `custom.reserved` for all others.
 *
 * The framework's own settings take only numbers, so they could not leave the maximum out.
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
