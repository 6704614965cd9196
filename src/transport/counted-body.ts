/**
 * The same response, telling of every piece of its body as it passes.
 * @param onBytes gets the number of bytes of each piece
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
