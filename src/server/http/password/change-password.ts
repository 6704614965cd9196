import { changePassword } from "../../../contract/account.ts";
import { setPassword } from "../../db/accounts.ts";
import { MIN_PASSWORD_LENGTH } from "../../passwords.ts";
import { HttpProblem, invalid } from "../problem.ts";
import { type App, route } from "../route.ts";
import type { Services } from "../services.ts";
import type { LoginThrottle } from "../session/login-throttle.ts";

/** Changes the person's own password. Their sessions on other machines end. */
export const changePasswordRoute = (
  app: App,
  services: Services,
  throttle: LoginThrottle,
): void => {
  const { database, passwords, tokens } = services;

  route(app, services, changePassword, async ({ body, person, address }) => {
    if ([...body.new_password].length < MIN_PASSWORD_LENGTH) {
      throw invalid("new_password", `must have at least ${MIN_PASSWORD_LENGTH} characters`);
    }
    const account = await database.read
      .selectFrom("account")
      .select(["username", "password"])
      .where("id", "=", person.accountId)
      .executeTakeFirstOrThrow();
    // Throttled, so that a stolen token cannot be used to guess the password.
    const attempt = throttle.begin(account.username, address());
    const right = await passwords
      .verify(body.current_password, account.password)
      .catch((reason) => {
        attempt.withdrawn();
        throw reason;
      });
    if (!right) throw new HttpProblem(403, "password/wrong_password", "Wrong password");
    attempt.succeeded();
    const hash = await passwords.hash(body.new_password);
    await database.write((db) => setPassword(db, person.accountId, hash, person.tokenHash));
    tokens.forget();
    return {};
  });
};
