import { useState } from "react";
import { useForm } from "../../app-context/use-form.ts";
import { useText } from "../../i18n/use-text.ts";
import { Field } from "../../ui/field.tsx";
import styles from "./authorization.module.css";
import { type SignIn, WRONG } from "./sign-in.ts";

/** The form for username and password. */
export const SignInForm = ({ model, onForgot }: { model: SignIn; onForgot: () => void }) => {
  const text = useText();
  const [shown, setShown] = useState(false);
  const { ref, onSubmit, busy, errors, error } = useForm({
    required: {
      username: "authorization.name-missing",
      password: "authorization.password-missing",
    },
    send: ({ username, password }) => model.submit(username.trim(), password),
  });
  const waiting = busy && text("authorization.signing-in");
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
        error={errors === WRONG ? <span role="alert">{error("password")}</span> : error("password")}
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
        {waiting || text("authorization.sign-in")}
      </button>
      <output className="unseen">{waiting}</output>
      <button className={styles.link} type="button" onClick={onForgot}>
        {text("authorization.forgot")}
      </button>
    </form>
  );
};
