import type { CallFailure } from "../../transport/call-failure.ts";
import type { SyncFailure } from "./sync-state.ts";

/** How a run has ended. */
export type RunOutcome =
  | { readonly kind: "done" | "asking" | "cancelled" }
  /** No network, or a busy server. Is tried again. */
  | { readonly kind: "waiting"; readonly retryAfter: number | null }
  | { readonly kind: "failed"; readonly failure: SyncFailure };

/** Converts a failed call to the outcome of the run. */
export const toRunOutcome = (failure: CallFailure): RunOutcome => {
  if (failure.kind === "cancelled") return { kind: "cancelled" };
  if (failure.kind === "undecodable" && failure.json) return { kind: "failed", failure };
  if (failure.kind === "refused" && failure.status < 500 && failure.status !== 429) {
    return { kind: "failed", failure: { kind: "refused" } };
  }
  const retryAfter = failure.kind === "refused" ? failure.retryAfter : null;
  return { kind: "waiting", retryAfter };
};
