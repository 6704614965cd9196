/** The result of something that succeeded and has nothing to tell. */
export const DONE = { ok: true, value: null } as const;

/** A result that failed in this way. */
export const failed = <Kind extends string>(kind: Kind) => ({
  ok: false as const,
  failure: { kind },
});

/** The result of a call that the school refused. */
export const refused = (status: number, code = "") => ({
  ok: false as const,
  failure: { kind: "refused" as const, status, code, retryAfter: null },
});

/** The value of a result that must have succeeded. */
export const value = <Value>(
  answer: { ok: true; value: Value } | { ok: false; failure: unknown },
): Value => {
  if (!answer.ok) throw new Error(JSON.stringify(answer.failure));
  return answer.value;
};
