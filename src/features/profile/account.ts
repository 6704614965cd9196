import type { App } from "../../app-context/app.ts";
import { changePassword } from "../../contract/account.ts";
import type { Failure, FailureTable } from "../../core/match-failure.ts";
import { Result } from "../../lib/result.ts";
import { uuid } from "../../lib/uuid.ts";

/** The minimum length of a new password, in characters. Blanks at its ends do not count. */
const PASSWORD_MIN_LENGTH = 8;

/** The messages for a password that was not changed. */
export const passwordMessages = {
  "too-short": "profile.too-short",
  "password/too_common": "profile.too-common",
  403: "profile.wrong",
  422: "profile.too-short",
  429: "profile.throttled",
  else: "profile.unexpected",
} as const satisfies FailureTable<"too-short">;

/** Changes the person's own account. */
export const createAccount = ({ transport, machine }: Pick<App, "transport" | "machine">) => {
  /** The passwords of the last try. If only its answer was lost, the current one is not right any more. */
  let attempt = { passwords: "", key: "" };

  const keyFor = (passwords: string): string => {
    if (attempt.passwords !== passwords) attempt = { passwords, key: uuid(machine.randomHex) };
    return attempt.key;
  };

  return {
    async changePassword(
      current: string,
      next: string,
    ): Promise<Result<null, Failure<"too-short">>> {
      if (next.trim().length < PASSWORD_MIN_LENGTH) return Result.fail({ kind: "too-short" });
      const body = { current_password: current, new_password: next };
      const headers = { "idempotency-key": keyFor(JSON.stringify(body)) };
      const answer = await transport.send(changePassword, { body, headers });
      if (!answer.ok) return answer;
      attempt = { passwords: "", key: "" };
      return Result.ok(null);
    },
  };
};
