import type { ProblemCode } from "../contract/problem.ts";
import type { MessageId } from "../i18n/message-id.ts";
import type { CallFailure } from "../transport/call-failure.ts";

/** A failed call, or a refusal of the feature's own, such as a missing text. */
export type Failure<Own extends string = never> = CallFailure | { readonly kind: Own };

/**
 * What belongs to each failure: a message, and likewise an alert or the field that is wrong.
 * - `Own` are the refusals of the feature, which the table has to have all.
 * - A code of the contract and a status stand for the refusals of the school, `refused` for all others
 *   below 500.
 * - `undecodable` is an answer of the school that does not fit the contract, and no page of a captive portal.
 * - `else` is for everything else, above all for a connection that failed.
 */
export type FailureTable<Own extends string = never, Value = MessageId> = Readonly<
  Record<Own | "else", Value> &
    Partial<Record<ProblemCode | CallFailure["kind"], Value>> &
    Record<number, Value>
>;

/** The refusals in a type of failures that are no failed calls. */
export type OwnKind<Any extends { readonly kind: string }> = Exclude<
  Any["kind"],
  CallFailure["kind"]
>;

/** A failure with what only some have. */
interface AnyFailure {
  readonly kind: string;
  readonly code: string;
  readonly status: number;
  readonly json: boolean;
}

/** The row of a failure: that of its code, else of its status, else of its kind, else `else`. */
export const matchFailure = <
  Any extends { readonly kind: string },
  Table extends FailureTable<OwnKind<Any>, unknown>,
>(
  any: Any,
  table: Table,
): Exclude<Table[keyof Table], undefined> => {
  const { kind, code, status, json } = any as unknown as AnyFailure;
  const keys = [code, status, status >= 500 || json === false ? "" : kind];
  const key = keys.find((key) => Object.hasOwn(table, key));
  return table[(key ?? "else") as keyof Table] as Exclude<Table[keyof Table], undefined>;
};

/** The minutes after which the school takes another attempt; a minute if it has not said. */
export const minutesToWait = (failure: Failure<string>): number => {
  const { retryAfter } = failure as { retryAfter?: number | null };
  return Math.max(1, Math.ceil((retryAfter ?? 60) / 60));
};
