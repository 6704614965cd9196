import { changePassword } from "../../../contract/account.ts";
import { recordOwnChange } from "../../audit/record-own-change.ts";
import { type App, route } from "../../http/route.ts";
import { findFirstAnswer, idempotencyKey, repeated, runOnce } from "../../idempotent-write.ts";
import { HttpProblem, invalid } from "../../problem.ts";
import type { Services } from "../../services.ts";
import { setPassword } from "../account-rows.ts";
import type { SignInAttempts } from "../session/sign-in-attempts.ts";
import { MIN_PASSWORD_LENGTH, passwordProblem } from "./password-rule.ts";

const assertGood = async (password: string, names: readonly string[]): Promise<void> => {
  const problem = await passwordProblem(password, names);
  if (problem === "too-short") {
    throw invalid("new_password", `must have at least ${MIN_PASSWORD_LENGTH} characters`);
  }
  if (problem === "too-common") {
    throw new HttpProblem(422, "password/too_common", "The new password is easy to guess", {
      errors: [{ path: "new_password", message: "is easy to guess" }],
    });
  }
};

/** Changes the person's own password, once for each `Idempotency-Key`. Their sessions on other machines end. */
export const changePasswordRoute = (
  app: App,
  services: Services,
  attempts: SignInAttempts,
): void => {
  const { database, passwords, tokens, clock } = services;

  route(app, services, changePassword, async ({ request, body, person, untilGone }) => {
    const { accountId } = person;
    const asked = {
      accountId,
      key: idempotencyKey(request),
      request: `${request.method} ${request.path}`,
      now: clock(),
    };
    // A repeat names the password that its first request has replaced.
    const first = await findFirstAnswer(database.read, asked);
    if (first) {
      tokens.forget(accountId);
      return repeated<Record<string, never>>(first, asked);
    }
    const account = await database.read
      .selectFrom("account")
      .select(["username", "email", "password"])
      .where("id", "=", accountId)
      .executeTakeFirstOrThrow();
    await assertGood(body.new_password, [account.username, account.email]);
    const { current_password } = body;
    const isRight = await attempts.verifyOwn(
      accountId,
      current_password,
      account.password,
      untilGone,
    );
    if (!isRight) throw new HttpProblem(403, "password/wrong_password", "Wrong password");
    const hash = await passwords.hash(body.new_password);
    const answer = await database.write((db) =>
      runOnce(
        db,
        () => database.lockAccount(db, accountId),
        asked,
        async () => {
          await setPassword(db, accountId, hash, person.tokenHash);
          await recordOwnChange(db, clock(), accountId, { password: true });
          return {};
        },
      ),
    );
    tokens.forget(accountId);
    return answer;
  });
};
