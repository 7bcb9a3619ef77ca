const { machineRegion } = require("../region.ts");

/** The region of a deployment without `--region`, for serverless.yml. */
module.exports = () => machineRegion();
