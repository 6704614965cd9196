import { useState } from "react";
import { useText } from "../../i18n/use-text.ts";
import { Field } from "../../ui/field.tsx";
import styles from "./authorization.module.css";
import type { SignIn } from "./sign-in.ts";
import { useRequired } from "./use-required.ts";

export interface SignInFormProps {
  model: SignIn;
  onForgot: () => void;
}

/** The form for username and password. */
export const SignInForm = ({ model, onForgot }: SignInFormProps) => {
  const text = useText();
  const [shown, setShown] = useState(false);
  const { missing, wrong, busy, onSubmit } = useRequired(
    ["username", "password"],
    ([username = "", password = ""]) => model.submit(username.trim(), password),
  );
  return (
    <form aria-label={text("authorization.sign-in")} noValidate onSubmit={onSubmit}>
      <Field
        label={text("authorization.name")}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        error={missing.includes("username") ? text("authorization.name-missing") : undefined}
      />
      <Field
        label={text("authorization.password")}
        name="password"
        type={shown ? "text" : "password"}
        autoComplete="current-password"
        error={
          missing.includes("password")
            ? text("authorization.password-missing")
            : wrong && <span role="alert">{text("authorization.wrong")}</span>
        }
      />
      <button
        className={styles.link}
        type="button"
        aria-pressed={shown}
        onClick={() => setShown(!shown)}
      >
        {text("authorization.show")}
      </button>
      <button className="button" type="submit" aria-disabled={busy || undefined}>
        {text("authorization.sign-in")}
      </button>
      <button className={styles.link} type="button" onClick={onForgot}>
        {text("authorization.forgot")}
      </button>
    </form>
  );
};
