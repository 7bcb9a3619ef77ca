import { endpoints as all } from "../../functions/index.ts";

/** Every endpoint that makes a document, with its contract. */
export const endpoints = all.filter(({ contract }) => contract.output.name !== undefined);
