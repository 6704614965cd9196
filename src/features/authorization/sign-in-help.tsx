import { useEffect } from "react";
import type { BaseApp } from "../../app-context/app.ts";
import { useBaseApp } from "../../app-context/app-context.ts";
import { useForm } from "../../app-context/use-form.ts";
import { furtherMessages } from "../../i18n/messages/further.ts";
import { insideMessages } from "../../i18n/messages/inside.ts";
import { useText } from "../../i18n/use-text.ts";
import { Field } from "../../ui/field.tsx";
import styles from "./authorization.module.css";
import { requestPassword } from "./request-password.ts";

const ForgotPasswordForm = ({ onBack }: { onBack: () => void }) => {
  const app = useBaseApp();
  const text = useText();
  const { ref, onSubmit, busy, error } = useForm({
    required: { who: "authorization.name-or-email-missing" },
    async send({ who }) {
      await requestPassword(app, who.trim());
      onBack();
    },
  });
  // Browsers honour `autofocus` only in the initial page, and Preact does not implement it.
  useEffect(() => ref.current?.querySelector("input")?.focus(), [ref]);
  return (
    <form ref={ref} aria-label={text("authorization.forgot")} noValidate onSubmit={onSubmit}>
      <p>{text("authorization.forgot-help")}</p>
      <Field
        label={text("authorization.name-or-email")}
        name="who"
        autoComplete="username"
        autoCapitalize="none"
        error={error("who")}
      />
      <button className="button" type="submit" aria-disabled={busy || undefined}>
        {text("authorization.ok")}
      </button>
      <button className={styles.link} type="button" onClick={onBack}>
        {text("authorization.back")}
      </button>
    </form>
  );
};

export default ForgotPasswordForm;

/** Fetches the form's texts. */
export const prepare = ({ language }: BaseApp) => language.require(furtherMessages);

/** Those who wait for a busy school come back within this time of each other. */
const SPREAD_MS = 2000;

/** Says how long a busy school takes, and waits so long. */
export const waitForSchool = async (
  { alerts, language, machine }: Pick<BaseApp, "alerts" | "language" | "machine">,
  seconds: number,
): Promise<void> => {
  const end = machine.now() + seconds * 1000;
  // The first screen needs these texts, too. If they do not come, the wait has no words.
  const shown = await language.require(insideMessages).then(
    () =>
      alerts.show({ tone: "info", text: "screen.busy-sign-in", values: { seconds }, seconds: 20 }),
    () => 0,
  );
  const spread = (Number.parseInt(machine.randomHex(1), 16) / 0xff) * SPREAD_MS;
  await new Promise((resolve) => setTimeout(resolve, end - machine.now() + spread));
  alerts.dismiss(shown);
};
