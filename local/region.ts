import { loadConfig, NODE_REGION_CONFIG_OPTIONS } from "@smithy/core/config";

/** The region of a machine whose environment and profile name none. */
const USUAL_REGION = "eu-west-1";

const findRegion = loadConfig({ ...NODE_REGION_CONFIG_OPTIONS, default: USUAL_REGION });

/**
 * The AWS region in which this machine deploys and looks for tables: that of AWS_REGION, else of the profile (AWS_PROFILE, in
 * the shared configuration of AWS), else eu-west-1.
 */
export const machineRegion = (): Promise<string> => findRegion();
