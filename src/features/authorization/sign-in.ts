import type { BaseApp } from "../../app-context/app.ts";
import { connectionAlert, signInAlerts } from "../../core/failure-alerts.ts";
import { matchFailure, minutesToWait } from "../../core/match-failure.ts";

/** Which of name and password is wrong, the school does not say. */
export const WRONG = { password: "authorization.wrong" } as const;

/** A school that is closed for longer is reported at once. */
const MAX_WAIT_SECONDS = 20;

/**
 * The model of the authorization screen: signs in, raises alerts.
 * @param onSecondStep called with what the school asks for after the right password
 * @param wait says how long a busy school takes, and resolves then
 */
export const createSignIn = (
  { session, alerts }: Pick<BaseApp, "session" | "alerts">,
  onSecondStep: (step: unknown) => void,
  wait: (seconds: number) => Promise<unknown>,
) => {
  let refusal = 0;
  return {
    /** @returns what is wrong with the fields; an alert or the second step says what else is */
    async submit(username: string, password: string): Promise<typeof WRONG | undefined> {
      // It does not stay over the screen of a person who has signed in since.
      alerts.dismiss(refusal);
      const result = await session.signIn(username, password);
      if (result.ok) return undefined;
      const { failure } = result;
      if (failure.kind === "refused") {
        const { status, secondFactor, retryAfter } = failure;
        if (secondFactor) {
          onSecondStep(secondFactor);
          return undefined;
        }
        if (status === 404) return WRONG;
        if (status === 503 && retryAfter && retryAfter <= MAX_WAIT_SECONDS) {
          await wait(retryAfter);
          return this.submit(username, password);
        }
      }
      const values = { minutes: minutesToWait(failure) };
      refusal = alerts.show({ ...matchFailure(failure, signInAlerts), values });
      return undefined;
    },

    /** A chunk failed to load. */
    missing: () => alerts.show(connectionAlert),
  };
};

export type SignIn = ReturnType<typeof createSignIn>;
