/** The policy of an answer that no page may show in a frame, against clickjacking. */
export const NOT_FRAMED = "frame-ancestors 'none'";

/**
 * The headers of every answer. Hono's `secureHeaders` sets them on an answer that exists, in a
 * middleware that makes every route asynchronous.
 */
export const ALWAYS = {
  "Content-Security-Policy": NOT_FRAMED,
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "same-origin",
} as const;

/**
 * An answer with these headers and the common ones. They are passed as a plain object at creation,
 * because changing headers later is expensive.
 */
export const reply = (
  body: string | Buffer | ReadableStream | null,
  status: number,
  headers: Record<string, string> = {},
): Response =>
  new Response(body as ConstructorParameters<typeof Response>[0], {
    status,
    headers: { ...ALWAYS, ...headers },
  });
