import { ServiceError } from "../errors.ts";

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
  const repeated = order.find((index, at) => order.indexOf(index) !== at);
  if (repeated !== undefined) refuse(`has ${repeated} more than once`);
  const missing = Array.from({ length: files }, (_, index) => index).find((index) => !order.includes(index));
  if (missing !== undefined) refuse(`leaves out ${missing}`);
};
