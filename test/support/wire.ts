/** The bytes of a form and their content type, as a client posts them. */
export const wire = async (data: FormData) => {
  const request = new Request("http://x", { method: "POST", body: data });
  return { bytes: Buffer.from(await request.arrayBuffer()), contentType: request.headers.get("content-type")! };
};
