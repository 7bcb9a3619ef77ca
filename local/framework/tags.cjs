/**
 * Tags the stack, and with it each of its resources, for the list of costs: the service, the stage, and the parameter
 * `costTag`. They are given for the deployment only, because the framework changes a stage after it if it finds tags.
 */
module.exports = class Tags {
  constructor(serverless) {
    const { service } = serverless;
    const tag = () => {
      const { costTag } = service.custom;
      const stage = serverless.getProvider("aws").getStage();
      service.provider.stackTags = { service: service.service, stage, ...(costTag !== "" && { cost: costTag }) };
    };
    this.hooks = { "before:deploy:deploy": tag };
  }
};
