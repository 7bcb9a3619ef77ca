/** The fraction of the deadline beyond which a call counts as slow. */
const SLOW_DEADLINE_FRACTION = 0.8;
const ALARM_PERIOD_S = 300;

const metric = (namespace, name, statistic, dimension, value) => ({
  MetricStat: {
    Metric: { Namespace: namespace, MetricName: name, Dimensions: [{ Name: dimension, Value: value }] },
    Period: ALARM_PERIOD_S,
    Stat: statistic,
  },
});

/** The name of an endpoint in the service's own metrics: its path. */
const operationOf = ({ Handler }) => Handler.replace(/^dist\/functions(.*)\/index\.handler$/, "$1");

/**
 * The duration of a call as the service measures it. Lambda's own duration includes the sending of the answer, but a large answer
 * on its way to a slow client is not slow work. A call that Lambda ends has no duration; it counts as a failure.
 */
const slowMetric = ({ Variables }, operation) =>
  metric(Variables.PLATEN_METRICS_NAMESPACE, "ms", "p95", "operation", operation);

/**
 * Adds an alarm for the failures and the throttling of each function, and another one for the work of each endpoint that comes
 * near its deadline. They notify the same topic as the alarms of aws/alarms.yml.
 */
module.exports = class Alarms {
  constructor(serverless) {
    const { service } = serverless;
    const addAlarms = () => {
      const { Resources } = service.provider.compiledCloudFormationTemplate;
      const endpoints = new Set(
        Object.values(service.functions).flatMap(({ handler, events }) =>
          events.some(({ http }) => http?.response?.transferMode === "STREAM") ? [handler] : [],
        ),
      );
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
        const counts = (name) => metric("AWS/Lambda", name, "Sum", "FunctionName", { Ref: id });
        Resources[`${id}FailingAlarm`] = alarm("The function crashes, runs out of time, or is throttled.", 1, [
          { Id: "failing", Expression: "FILL(errors, 0) + FILL(throttles, 0)" },
          { Id: "errors", ReturnData: false, ...counts("Errors") },
          { Id: "throttles", ReturnData: false, ...counts("Throttles") },
        ]);
        if (!endpoints.has(Properties.Handler)) continue;
        const deadline = Number(Properties.Environment.Variables.PLATEN_DEADLINE_MS);
        const slow = `5 of 100 calls work for over ${SLOW_DEADLINE_FRACTION * 100} % of the deadline of ${deadline} ms.`;
        Resources[`${id}SlowAlarm`] = alarm(slow, deadline * SLOW_DEADLINE_FRACTION, [
          { Id: "slow", ...slowMetric(Properties.Environment, operationOf(Properties)) },
        ]);
      }
    };
    this.hooks = { "after:aws:package:finalize:mergeCustomProviderResources": addAlarms };
  }
};
