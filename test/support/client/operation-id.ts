import { OPERATIONS } from "../../../client/interface/operations.ts";

/** The id of the operation at a path. */
export const operationAt = (path: string) =>
  Object.entries(OPERATIONS).find(([, operation]) => operation.path === path)![0] as "pdfMerge";
