/** The version segment that every path begins with. */
export const BASE_PATH = "/v1";
