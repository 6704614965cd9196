/** The timeout until an answer begins. The size of the request's body extends it. */
const ANSWER_TIMEOUT_MS = 10_000;
const MIN_BYTES_PER_MS = 100;
/** The timeout for the next piece of an answer. */
const PIECE_TIMEOUT_MS = 20_000;

/** The size of a request's body. */
export const sizeOfBody = (body: unknown): number => {
  if (body instanceof Blob) return body.size;
  return body instanceof ArrayBuffer || ArrayBuffer.isView(body) ? body.byteLength : 0;
};

/** Limits the time until an answer begins. s3mini's own timeout would also abort long downloads. */
export const fetchWithTimeout: typeof fetch = async (input, init) => {
  const limit = new AbortController();
  const milliseconds = ANSWER_TIMEOUT_MS + sizeOfBody(init?.body) / MIN_BYTES_PER_MS;
  const timer = setTimeout(() => limit.abort(), milliseconds);
  try {
    return await fetch(input, { ...init, signal: limit.signal });
  } finally {
    clearTimeout(timer);
  }
};

/** Reads the bytes of an answer. @throws Error when no byte comes before the timeout */
export async function* piecesOf(response: Response): AsyncGenerator<Uint8Array> {
  const reader = response.body?.getReader();
  if (!reader) return;
  try {
    for (;;) {
      const { promise: late, reject } = Promise.withResolvers<never>();
      const timer = setTimeout(() => reject(new Error("No byte came in time")), PIECE_TIMEOUT_MS);
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
