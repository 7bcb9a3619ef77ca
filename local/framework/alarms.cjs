/** The part of a function's timeout that its slower calls may take. */
const MOST_OF_TIMEOUT = 0.8;
const MINUTES_5 = 300;

const metric = (name, lambda, how) => ({
  MetricStat: {
    Metric: { Namespace: "AWS/Lambda", MetricName: name, Dimensions: [{ Name: "FunctionName", Value: lambda }] },
    Period: MINUTES_5,
    Stat: how,
  },
});

/**
 * Gives each function two alarms: that it fails or is refused for want of capacity, and that its slower calls come near
 * its timeout. They are sent where those of aws/alarms.yml are.
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
        const slow = `5 of 100 calls take over ${MOST_OF_TIMEOUT * 100} % of the function's ${timeout} s.`;
        Resources[`${id}SlowAlarm`] = alarm(slow, timeout * 1000 * MOST_OF_TIMEOUT, [
          { Id: "slow", ...metric("Duration", lambda, "p95") },
        ]);
      }
    };
    this.hooks = { "after:aws:package:finalize:mergeCustomProviderResources": addAlarms };
  }
};
