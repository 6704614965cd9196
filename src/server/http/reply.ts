/** What every answer carries. */
const ALWAYS = {
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "same-origin",
} as const;

/**
 * An answer with these headers and those that all answers have.
 * They are given at once, as a plain object: to change them later would cost more than the rest.
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
