import type { App } from "../../app-context/app.ts";
import { changePassword } from "../../contract/account.ts";
import type { Failure, FailureTable } from "../../core/match-failure.ts";
import { createRequestKeys } from "../../core/request-keys.ts";
import { isPasswordTooShort } from "../../domain/password.ts";
import { Result } from "../../lib/result.ts";

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
  // If only an answer was lost, the current password is not right any more.
  const keys = createRequestKeys(machine.randomHex);

  return {
    async changePassword(
      current: string,
      next: string,
    ): Promise<Result<null, Failure<"too-short">>> {
      if (isPasswordTooShort(next)) return Result.fail({ kind: "too-short" });
      const body = { current_password: current, new_password: next };
      const headers = keys.headersFor(body);
      const answer = await transport.send(changePassword, { body, headers });
      if (!answer.ok) return answer;
      keys.forget();
      return Result.ok(null);
    },
  };
};
