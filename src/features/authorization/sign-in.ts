import type { Alerts } from "../../core/alerts.ts";
import { connectionAlert, forgotPasswordAlert, signInAlerts } from "../../core/failure-alerts.ts";
import type { LanguageService } from "../../core/language.ts";
import { matchFailure, minutesToWait } from "../../core/match-failure.ts";
import type { Session } from "../../core/session.ts";
import type { MessageId } from "../../i18n/message-id.ts";

/** A school that is closed for longer is reported at once. */
const MAX_WAIT_SECONDS = 20;

export interface SignInDependencies {
  session: Session;
  alerts: Alerts<MessageId>;
  language: LanguageService;
}

/**
 * The model of the authorization screen: signs in, requests password emails, raises alerts.
 * @param onSecondStep called with what the school asks for after the right password
 * @param wait says how long a busy school takes, and resolves then
 */
export const createSignIn = (
  { session, alerts, language }: SignInDependencies,
  onSecondStep: (step: unknown) => void,
  wait: (seconds: number) => Promise<unknown>,
) => {
  let refusal = 0;
  return {
    /** @returns whether name or password is wrong; an alert or the second step says what else is */
    async submit(username: string, password: string): Promise<boolean> {
      // It does not stay over the screen of a person who has signed in since.
      alerts.dismiss(refusal);
      const result = await session.signIn(username, password);
      if (result.ok) return false;
      const { failure } = result;
      if (failure.kind === "refused") {
        const { status, secondFactor, retryAfter } = failure;
        if (secondFactor) {
          onSecondStep(secondFactor);
          return false;
        }
        if (status === 404) return true;
        if (status === 503 && retryAfter && retryAfter <= MAX_WAIT_SECONDS) {
          await wait(retryAfter);
          return this.submit(username, password);
        }
      }
      const values = { minutes: minutesToWait(failure) };
      refusal = alerts.show({ ...matchFailure(failure, signInAlerts), values });
      return false;
    },

    /** A chunk failed to load. */
    missing: () => alerts.show(connectionAlert),

    /** The message is always the same, so that it does not reveal who has an account. */
    async forgot(emailOrUsername: string): Promise<void> {
      await session.forgotPassword(emailOrUsername, language.state.language);
      alerts.show(forgotPasswordAlert);
    },
  };
};

export type SignIn = ReturnType<typeof createSignIn>;
