/** How a call can fail. Anything else is a bug and throws. */
export type CallFailure =
  /** No answer: no network, refused, cut off. */
  | { readonly kind: "unreachable" }
  /** No answer, or no further byte, within the time limit. */
  | { readonly kind: "timeout" }
  /** The caller gave up. */
  | { readonly kind: "cancelled" }
  /** A good status with something that is not the contract's answer: a captive portal, say. */
  | { readonly kind: "undecodable" /** Whether it was JSON at all. */; readonly json: boolean }
  /** The server said no. */
  | {
      readonly kind: "refused";
      readonly status: number;
      /** The catalogue's code; empty when the server gave none. */
      readonly code: string;
      /** Seconds, from `Retry-After`. */
      readonly retryAfter: number | null;
    };
