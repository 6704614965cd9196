/**
 * Frees the memory of bytes that nobody needs any more. The garbage collection of an engine comes late, as it sees
 * how small their objects are and not what they hold. Bytes of a larger buffer are left alone.
 */
export const releaseBytes = (bytes: Uint8Array<ArrayBuffer> | null): void => {
  if (bytes && bytes.byteLength === bytes.buffer.byteLength) bytes.buffer.transfer?.(0);
};
