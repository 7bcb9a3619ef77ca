/** What a file may come from. A `File` brings its name; a stream is read to its end before it is sent. */
export type Source = Blob | Uint8Array | ArrayBuffer | ReadableStream<Uint8Array>;

/** The bytes of a source, with the name of its file if it has one. */
export interface NamedBlob {
  readonly blob: Blob;
  readonly name: string | undefined;
}

const isNamed = (source: Source): source is File =>
  source instanceof Blob && "name" in source && typeof source.name === "string";

/** The bytes of a source as a blob, so that they have a length and can be sent again. */
export const toBlob = async (source: Source): Promise<NamedBlob> => {
  if (source instanceof ReadableStream) return { blob: await new Response(source).blob(), name: undefined };
  if (source instanceof Blob) return { blob: source, name: isNamed(source) ? source.name : undefined };
  // Blobs of shared memory are refused by the platform, not by its types.
  return { blob: new Blob([source as Uint8Array<ArrayBuffer>]), name: undefined };
};
