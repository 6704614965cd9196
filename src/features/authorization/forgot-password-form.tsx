import { useEffect, useRef } from "react";
import type { BaseApp } from "../../app-context/app.ts";
import { furtherMessages } from "../../i18n/messages/further.ts";
import { useText } from "../../i18n/use-text.ts";
import { Field } from "../../ui/field.tsx";
import styles from "./authorization.module.css";
import type { SignIn } from "./sign-in.ts";
import { useRequired } from "./use-required.ts";

export interface ForgotPasswordFormProps {
  model: SignIn;
  onBack: () => void;
}

const ForgotPasswordForm = ({ model, onBack }: ForgotPasswordFormProps) => {
  const text = useText();
  const { missing, busy, onSubmit } = useRequired(["who"], async ([who = ""]) => {
    await model.forgot(who.trim());
    onBack();
  });
  const form = useRef<HTMLFormElement>(null);
  // Browsers honour `autofocus` only in the initial page, and Preact does not implement it.
  useEffect(() => form.current?.querySelector("input")?.focus(), []);
  return (
    <form ref={form} aria-label={text("authorization.forgot")} noValidate onSubmit={onSubmit}>
      <p>{text("authorization.forgot-help")}</p>
      <Field
        label={text("authorization.name-or-email")}
        name="who"
        autoComplete="username"
        autoCapitalize="none"
        error={missing.length > 0 ? text("authorization.name-or-email-missing") : undefined}
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
