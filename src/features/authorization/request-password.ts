import type { BaseApp } from "../../app-context/app.ts";
import { forgotPassword } from "../../contract/forgot-password.ts";

/** Requests a mail with a link. The message is always the same, so that it does not tell who has an account. */
export const requestPassword = async (
  { school, alerts, language }: Pick<BaseApp, "school" | "alerts" | "language">,
  emailOrUsername: string,
): Promise<void> => {
  const body = { emailOrUsername, language: language.state.language };
  await school.send(forgotPassword, { body });
  alerts.show({ tone: "info", text: "authorization.forgot-sent", seconds: 10 });
};
