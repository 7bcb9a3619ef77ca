const ASSUME_ROLE_POLICY = {
  Version: "2012-10-17",
  Statement: [{ Effect: "Allow", Principal: { Service: "lambda.amazonaws.com" }, Action: "sts:AssumeRole" }],
};

/** X-Ray has no resources that a statement could name. */
const TRACE = { Effect: "Allow", Action: ["xray:PutTraceSegments", "xray:PutTelemetryRecords"], Resource: "*" };

/**
 * Gives each function its own role: the statements of `custom.grants` that it names under `grants`, and the right to write
 * to its log, and to X-Ray if the stage is traced.
 */
module.exports = class Roles {
  constructor(serverless) {
    const { service, configSchemaHandler } = serverless;
    configSchemaHandler.defineFunctionProperties("aws", {
      properties: { grants: { type: "array", items: { type: "string" } } },
      required: ["grants"],
    });
    const { naming } = serverless.getProvider("aws");

    const makeRoles = () => {
      const { Resources } = service.provider.compiledCloudFormationTemplate;
      for (const [name, one] of Object.entries(service.functions)) {
        const statements = one.grants.flatMap((grant) => {
          const found = service.custom.grants[grant];
          if (found === undefined) throw new serverless.classes.Error(`${name}: custom.grants has no "${grant}"`);
          return found;
        });
        const log = { "Fn::GetAtt": [naming.getLogGroupLogicalId(name), "Arn"] };
        statements.push({ Effect: "Allow", Action: ["logs:CreateLogStream", "logs:PutLogEvents"], Resource: log });
        if (service.provider.tracing.lambda) statements.push(TRACE);
        one.role = `${naming.getNormalizedFunctionName(name)}Role`;
        Resources[one.role] = {
          Type: "AWS::IAM::Role",
          Properties: {
            AssumeRolePolicyDocument: ASSUME_ROLE_POLICY,
            Policies: [{ PolicyName: "grants", PolicyDocument: { Version: "2012-10-17", Statement: statements } }],
          },
        };
      }
    };
    this.hooks = { "after:package:initialize": makeRoles };
  }
};
