import { type ReactNode, useState } from "react";
import { useBaseApp } from "../../app-context/app-context.ts";
import { useText } from "../../i18n/use-text.ts";
import { lazyComponent } from "../../ui/lazy-component.tsx";
import styles from "./authorization.module.css";
import { createSignIn } from "./sign-in.ts";
import { SignInForm } from "./sign-in-form.tsx";

// Seldom needed: it arrives after the sign-in form works.
const loadForgotPassword = () => import("./forgot-password-form.tsx");
const ForgotPasswordForm = lazyComponent(loadForgotPassword);

/** The sign-in form, or the form to request a new password; `more` is shown below it. */
export const AuthorizationScreen = ({ more }: { more?: ReactNode }) => {
  const app = useBaseApp();
  const [model] = useState(() => createSignIn(app));
  const text = useText();
  const [forgotten, setForgotten] = useState(false);
  return (
    <main id="content" tabIndex={-1} className={styles.screen}>
      <div className={`sheet stitched ${styles.card}`}>
        <h1>{text(forgotten ? "authorization.forgot" : "authorization.sign-in")}</h1>
        {forgotten ? (
          <ForgotPasswordForm model={model} onBack={() => setForgotten(false)} />
        ) : (
          <SignInForm
            model={model}
            onForgot={() => {
              // If its code fails to load, the present form stays.
              loadForgotPassword().then(() => setForgotten(true), model.missing);
            }}
          />
        )}
        {more}
      </div>
    </main>
  );
};
