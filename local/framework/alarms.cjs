/** The fraction of a function's timeout above which a call counts as slow. */
const SLOW_TIMEOUT_FRACTION = 0.8;
const ALARM_PERIOD_S = 300;

const metric = (name, lambda, statistic) => ({
  MetricStat: {
    Metric: { Namespace: "AWS/Lambda", MetricName: name, Dimensions: [{ Name: "FunctionName", Value: lambda }] },
    Period: ALARM_PERIOD_S,
    Stat: statistic,
  },
});

/**
 * Adds two alarms for each function: one for failures and throttling, one for calls that come near its timeout. They go to
 * the same topic as those of aws/alarms.yml.
 */
module.exports = class Alarms {
  constructor(serverless) {
    const { service } = serverless;
    const addAlarms = () => {
      const { Resources } = service.provider.compiledCloudFormationTemplate;
      const { AlarmActions, OKActions, TreatMissingData } = Resources.FailedAnswersAlarm.Properties;
      const alarm = (text, threshold, metrics) => ({
        Type: "AWS::CloudWatch::Alarm",
        Properties: {
          AlarmDescription: text,
          Metrics: metrics,
          EvaluationPeriods: 1,
          Threshold: threshold,
          ComparisonOperator: "GreaterThanOrEqualToThreshold",
          TreatMissingData,
          AlarmActions,
          OKActions,
        },
      });
      for (const [id, { Type, Properties }] of Object.entries(Resources)) {
        if (Type !== "AWS::Lambda::Function") continue;
        const [lambda, timeout] = [{ Ref: id }, Properties.Timeout];
        Resources[`${id}FailingAlarm`] = alarm("The function crashes, runs out of time, or is throttled.", 1, [
          { Id: "failing", Expression: "FILL(errors, 0) + FILL(throttles, 0)" },
          { Id: "errors", ReturnData: false, ...metric("Errors", lambda, "Sum") },
          { Id: "throttles", ReturnData: false, ...metric("Throttles", lambda, "Sum") },
        ]);
        const slow = `5 of 100 calls take over ${SLOW_TIMEOUT_FRACTION * 100} % of the function's ${timeout} s.`;
        Resources[`${id}SlowAlarm`] = alarm(slow, timeout * 1000 * SLOW_TIMEOUT_FRACTION, [
          { Id: "slow", ...metric("Duration", lambda, "p95") },
        ]);
      }
    };
    this.hooks = { "after:aws:package:finalize:mergeCustomProviderResources": addAlarms };
  }
};
