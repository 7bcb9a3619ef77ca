/** The logical ids to which a value refers by `Ref` or `Fn::GetAtt`. */
const referencesIn = (value) => {
  if (typeof value !== "object" || value === null) return [];
  if (typeof value.Ref === "string") return [value.Ref];
  const attribute = value["Fn::GetAtt"];
  return attribute === undefined ? Object.values(value).flatMap(referencesIn) : [attribute[0]];
};

/** Leaves out of `DependsOn` what a resource refers to: CloudFormation waits for that without being told. */
module.exports = class Dependencies {
  constructor(serverless) {
    const { provider } = serverless.service;
    const shorten = () => {
      for (const resource of Object.values(provider.compiledCloudFormationTemplate.Resources)) {
        const known = new Set(referencesIn(resource.Properties));
        const needed = [resource.DependsOn ?? []].flat().filter((id) => !known.has(id));
        if (needed.length > 0) resource.DependsOn = needed;
        else delete resource.DependsOn;
      }
    };
    this.hooks = { "after:aws:package:finalize:mergeCustomProviderResources": shorten };
  }
};
