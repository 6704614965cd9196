/**
 * Returns a copy of a response that reports each chunk of its body.
 * @param onBytes called with the number of bytes of each chunk as it is read
 */
export const countedBody = (response: Response, onBytes: (count: number) => void): Response => {
  if (!response.body) return response;
  const counted = response.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, out) {
        onBytes(chunk.byteLength);
        out.enqueue(chunk);
      },
    }),
  );
  const { status, statusText, headers } = response;
  return new Response(counted, { status, statusText, headers });
};
