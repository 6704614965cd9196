type Bytes = Uint8Array<ArrayBuffer>;

/** What is used of the platform's streams. Drafting is compiled without the types of browsers. */
interface Platform {
  readonly Blob: new (parts: readonly Bytes[]) => { stream(): { pipeThrough(by: object): object } };
  readonly CompressionStream: new (format: "deflate") => object;
  readonly Response: new (body: object) => { arrayBuffer(): Promise<ArrayBuffer> };
}

/** Compresses bytes as zlib does (RFC 1950). */
export const deflate = async (bytes: Bytes): Promise<Bytes> => {
  const { Blob, CompressionStream, Response } = globalThis as unknown as Platform;
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
};
