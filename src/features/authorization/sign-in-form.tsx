import { useState } from "react";
import { useForm } from "../../app-context/use-form.ts";
import { useText } from "../../i18n/use-text.ts";
import { Field } from "../../ui/field.tsx";
import styles from "./authorization.module.css";
import type { SignIn } from "./sign-in.ts";

const WRONG = "authorization.wrong";

export interface SignInFormProps {
  model: SignIn;
  onForgot: () => void;
}

/** The form for username and password. */
export const SignInForm = ({ model, onForgot }: SignInFormProps) => {
  const text = useText();
  const [shown, setShown] = useState(false);
  const { ref, onSubmit, busy, errors, error } = useForm({
    required: {
      username: "authorization.name-missing",
      password: "authorization.password-missing",
    },
    send: async ({ username, password }) =>
      (await model.submit(username.trim(), password)) ? { password: WRONG } : undefined,
  });
  return (
    <form ref={ref} aria-label={text("authorization.sign-in")} noValidate onSubmit={onSubmit}>
      <Field
        label={text("authorization.name")}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        error={error("username")}
      />
      <Field
        label={text("authorization.password")}
        name="password"
        type={shown ? "text" : "password"}
        autoComplete="current-password"
        error={
          errors.password === WRONG ? <span role="alert">{text(WRONG)}</span> : error("password")
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
