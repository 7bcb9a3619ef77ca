/** Whether a condition holds. Conditions of this service compare texts that are known when it is packaged. */
const holds = (condition) => {
  const [[name, operands]] = Object.entries(condition);
  if (name === "Fn::Not") return !holds(operands[0]);
  if (name === "Fn::Equals" && operands.every((operand) => typeof operand === "string"))
    return operands[0] === operands[1];
  throw new Error(`${name} is not a condition over parameters of the stage.`);
};

const NOTHING = Symbol("AWS::NoValue");

/** A value without its conditions: `Fn::If` becomes the operand that holds, and `AWS::NoValue` goes. */
const resolved = (value, isTrue) => {
  if (Array.isArray(value)) return value.map((one) => resolved(one, isTrue)).filter((one) => one !== NOTHING);
  if (typeof value !== "object" || value === null) return value;
  if (value.Ref === "AWS::NoValue") return NOTHING;
  const choice = value["Fn::If"];
  if (choice !== undefined) return resolved(choice[isTrue(choice[0]) ? 1 : 2], isTrue);
  return Object.fromEntries(
    Object.entries(value)
      .map(([name, one]) => [name, resolved(one, isTrue)])
      .filter(([, one]) => one !== NOTHING),
  );
};

const withoutUnused = (section, isTrue) =>
  Object.fromEntries(
    Object.entries(section)
      .filter(([, { Condition }]) => Condition === undefined || isTrue(Condition))
      .map(([name, { Condition, ...one }]) => [name, resolved(one, isTrue)]),
  );

/**
 * Decides the template's conditions. All of them are about parameters of the stage, which are known when the service is packaged,
 * so the template that is deployed holds only what the stage has, and can be read and checked as it is.
 */
module.exports = class Conditions {
  constructor(serverless) {
    const { provider } = serverless.service;
    const decide = () => {
      const template = provider.compiledCloudFormationTemplate;
      const { Conditions: conditions = {} } = template;
      const isTrue = (name) => holds(conditions[name]);
      template.Resources = withoutUnused(template.Resources, isTrue);
      template.Outputs = withoutUnused(template.Outputs, isTrue);
      delete template.Conditions;
    };
    this.hooks = { "after:aws:package:finalize:mergeCustomProviderResources": decide };
  }
};
