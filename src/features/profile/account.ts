import { changePassword } from "../../contract/account.ts";
import { Result } from "../../lib/result.ts";
import type { Send } from "../../transport/transport.ts";

/** The minimum length of a new password, in characters. */
export const PASSWORD_MIN_LENGTH = 8;

export type PasswordFailure = { readonly kind: "wrong-password" | "too-short" | "unexpected" };

/** Changes the person's own account. */
export const createAccount = (send: Send) => ({
  async changePassword(current: string, next: string): Promise<Result<null, PasswordFailure>> {
    if (next.length < PASSWORD_MIN_LENGTH) return Result.fail({ kind: "too-short" });
    const answer = await send(changePassword, {
      body: { current_password: current, new_password: next },
    });
    if (answer.ok) return Result.ok(null);
    const status = answer.failure.kind === "refused" ? answer.failure.status : 0;
    if (status === 403) return Result.fail({ kind: "wrong-password" });
    return Result.fail({ kind: status === 422 ? "too-short" : "unexpected" });
  },
});

export type Account = ReturnType<typeof createAccount>;
