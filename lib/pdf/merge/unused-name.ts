/** The name itself if it is not taken, else the name with the first number from 2 that makes it unused. */
export const unusedName = (
  name: string,
  isTaken: (candidate: string) => boolean,
  withNumber: (count: number) => string,
): string => {
  let candidate = name;
  for (let count = 2; isTaken(candidate); count++) candidate = withNumber(count);
  return candidate;
};
