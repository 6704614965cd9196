import { changePassword } from "../../contract/account.ts";
import { Result } from "../../lib/result.ts";
import { uuid } from "../../lib/uuid.ts";
import type { RandomHex } from "../../platform/ports.ts";
import type { Send } from "../../transport/transport.ts";

/** The minimum length of a new password, in characters. Blanks at its ends do not count. */
export const PASSWORD_MIN_LENGTH = 8;

export type PasswordFailure =
  | { readonly kind: "wrong-password" | "too-short" | "too-common" | "unexpected" }
  /** Wrong too often. */
  | { readonly kind: "throttled"; readonly seconds: number };

const A_MINUTE = 60;

/** Changes the person's own account. */
export const createAccount = (send: Send, randomHex: RandomHex) => {
  /** The passwords of the last try. If only its answer was lost, the current one is not right any more. */
  let attempt = { passwords: "", key: "" };

  const keyFor = (passwords: string): string => {
    if (attempt.passwords !== passwords) attempt = { passwords, key: uuid(randomHex) };
    return attempt.key;
  };

  return {
    async changePassword(current: string, next: string): Promise<Result<null, PasswordFailure>> {
      if (next.trim().length < PASSWORD_MIN_LENGTH) return Result.fail({ kind: "too-short" });
      const body = { current_password: current, new_password: next };
      const headers = { "idempotency-key": keyFor(JSON.stringify(body)) };
      const answer = await send(changePassword, { body, headers });
      if (answer.ok) {
        attempt = { passwords: "", key: "" };
        return Result.ok(null);
      }
      if (answer.failure.kind !== "refused") return Result.fail({ kind: "unexpected" });
      const { status, code, retryAfter } = answer.failure;
      if (status === 429) {
        return Result.fail({ kind: "throttled", seconds: retryAfter ?? A_MINUTE });
      }
      if (status === 403) return Result.fail({ kind: "wrong-password" });
      if (status !== 422) return Result.fail({ kind: "unexpected" });
      return Result.fail({ kind: code === "password/too_common" ? "too-common" : "too-short" });
    },
  };
};

export type Account = ReturnType<typeof createAccount>;
