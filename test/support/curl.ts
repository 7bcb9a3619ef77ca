import { debianPrograms } from "./debian-programs.ts";

/** The command of curl: the machine's own, otherwise Debian's. Throws an Error if neither can be had. */
export const curl = async (): Promise<string> => {
  const why = await debianPrograms("curl", ["curl"]);
  if (why !== false) throw new Error(why);
  return "curl";
};
