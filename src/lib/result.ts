/** The result of an operation that can be expected to fail. Bugs throw. */
export type Result<Value, Failure> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly failure: Failure };

export const Result = {
  ok: <Value>(value: Value): Result<Value, never> => ({ ok: true, value }),
  fail: <Failure>(failure: Failure): Result<never, Failure> => ({ ok: false, failure }),
};
