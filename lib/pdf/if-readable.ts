/** The result of reading untrusted data; undefined if they are damaged: reading beyond their end throws a RangeError. */
export const ifReadable = <Result>(read: () => Result): Result | undefined => {
  try {
    return read();
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
};
