/** For the beginning of an answer; what is sent takes longer by its size. */
const ANSWER_MS = 10_000;
const SLOWEST_BYTES_PER_MS = 100;
/** For the next piece of an answer. */
const PIECE_MS = 20_000;

/** The bytes of a request's body. */
export const sizeOfBody = (body: unknown): number => {
  if (body instanceof Blob) return body.size;
  return body instanceof ArrayBuffer || ArrayBuffer.isView(body) ? body.byteLength : 0;
};

/** Limits the time until an answer begins. s3mini's own limit would also cut long answers. */
export const fetchInTime: typeof fetch = async (input, init) => {
  const limit = new AbortController();
  const milliseconds = ANSWER_MS + sizeOfBody(init?.body) / SLOWEST_BYTES_PER_MS;
  const timer = setTimeout(() => limit.abort(), milliseconds);
  try {
    return await fetch(input, { ...init, signal: limit.signal });
  } finally {
    clearTimeout(timer);
  }
};

/** The bytes of an answer, which ends with an error when it stops. */
export async function* piecesOf(response: Response): AsyncGenerator<Uint8Array> {
  const reader = response.body?.getReader();
  if (!reader) return;
  try {
    for (;;) {
      const { promise: late, reject } = Promise.withResolvers<never>();
      const timer = setTimeout(() => reject(new Error("No byte came in time")), PIECE_MS);
      const { done, value } = await Promise.race([reader.read(), late]).finally(() =>
        clearTimeout(timer),
      );
      if (done) return;
      yield value;
    }
  } finally {
    void reader.cancel().catch(() => {});
  }
}
