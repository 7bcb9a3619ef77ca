/** A request that each endpoint serves, by its path. */
export const sampleRequests: Readonly<Record<string, () => FormData | object>> = {
  "/convert/html-to-pdf": () => ({ html: "<h1>Hello</h1>" }),
};
