import { ServiceError } from "../errors/service-error.ts";

/** Throws INVALID_REQUEST, which names the wrong index, unless the order names each of `files` files once. */
export const checkOrder = (order: readonly number[] | undefined, files: number): void => {
  if (order === undefined) return;
  const refuse = (what: string): never => {
    throw new ServiceError(
      "INVALID_REQUEST",
      `${what}; it must name each of the ${files} files once, from 0 to ${files - 1}`,
    );
  };
  const beyond = order.find((index) => index >= files);
  if (beyond !== undefined) refuse(`has ${beyond}, which is out of range`);
  const named = new Set<number>();
  for (const index of order) {
    if (named.has(index)) refuse(`has ${index} more than once`);
    named.add(index);
  }
  for (let index = 0; index < files; index++) if (!named.has(index)) refuse(`leaves out ${index}`);
};
