/** How a call can fail. Anything else is a bug and throws. */
export type CallFailure =
  /** No answer: there is no network, or the connection was refused or cut. */
  | { readonly kind: "unreachable" }
  /** No answer, or no further byte of it, came within the time limit. */
  | { readonly kind: "timeout" }
  /** The caller aborted the call. */
  | { readonly kind: "cancelled" }
  /** The status is good, but the body does not fit the contract: a captive portal's page, say. */
  | { readonly kind: "undecodable" /** Whether the body was JSON. */; readonly json: boolean }
  /** The server answered with an error status. */
  | {
      readonly kind: "refused";
      readonly status: number;
      /** The error code of the contract; empty if the server sent none. */
      readonly code: string;
      /** What is asked for after the right password; it is not decoded yet. */
      readonly secondFactor?: unknown;
      /** Seconds, from `Retry-After`; null if the header is missing or is a date. */
      readonly retryAfter: number | null;
    };

/** The status with which the school has refused a call; 0 if it was not refused. */
export const statusOf = (failure: { readonly kind: string; readonly status?: number }): number =>
  failure.kind === "refused" ? (failure.status ?? 0) : 0;

/** Whether the school refuses with this status because it does not implement the call. */
export const isUnknownCall = (status: number): boolean => [404, 405, 501].includes(status);

/** Whether the school refuses with this status because it cannot answer now, whatever it is asked. */
export const isUnableToAnswer = (status: number): boolean => status === 429 || status >= 500;

/** The code with which the school has refused a call; empty if it was not refused. */
export const codeOf = (failure: { readonly kind: string; readonly code?: string }): string =>
  failure.kind === "refused" ? (failure.code ?? "") : "";
