import { type ReactNode, useState } from "react";
import { useSnapshot } from "valtio";
import type { BaseApp } from "../../app-context/app.ts";
import { useBaseApp } from "../../app-context/app-context.ts";
import { useText } from "../../i18n/use-text.ts";
import { never } from "../../lib/never.ts";
import { lazyComponent } from "../../ui/lazy-component.tsx";
import styles from "./authorization.module.css";
import { createSignIn } from "./sign-in.ts";
import { SignInForm } from "./sign-in-form.tsx";

// Seldom needed: they arrive after the sign-in form works.
const loadHelp = () => import(/* webpackChunkName: "sign-in-help" */ "./sign-in-help.tsx");
const ForgotPasswordForm = lazyComponent(loadHelp);

// Only for schools with accounts of their own. If it fails to load, the form works without it.
const SchoolAccounts = lazyComponent(({ app }: { app: BaseApp }) =>
  import(/* webpackChunkName: "openid" */ "./school-accounts.tsx").then(
    ({ prepare }) => prepare(app),
    () => never,
  ),
);

/** The sign-in form, or the form to request a new password; `more` is shown below it. */
export const AuthorizationScreen = ({ more }: { more?: ReactNode }) => {
  const app = useBaseApp();
  const [second, setSecond] = useState<ReactNode>();
  const [model] = useState(() => {
    const signIn = createSignIn(
      app,
      (step) =>
        // Only staff have a second factor.
        import(/* webpackChunkName: "second-factor" */ "./second-step.tsx")
          .then(({ showSecondStep }) => showSecondStep(app, step, setSecond))
          .catch(signIn.missing),
      (seconds) => loadHelp().then(({ waitForSchool }) => waitForSchool(app, seconds)),
    );
    return signIn;
  });
  const text = useText();
  const { organisation } = useSnapshot(app.organisation.state);
  const [forgotten, setForgotten] = useState(false);
  return second ? (
    second
  ) : (
    <main id="content" tabIndex={-1} className={styles.screen}>
      <div className={`sheet stitched ${styles.card}`}>
        <h1>{text(forgotten ? "authorization.forgot" : "authorization.sign-in")}</h1>
        {forgotten ? (
          <ForgotPasswordForm onBack={() => setForgotten(false)} />
        ) : (
          <SignInForm
            model={model}
            onForgot={() => {
              // If its code fails to load, the present form stays.
              loadHelp()
                .then(({ prepare }) => prepare(app))
                .then(() => setForgotten(true), model.missing);
            }}
          />
        )}
        {organisation?.openid ? <SchoolAccounts app={app} /> : null}
        {more}
      </div>
    </main>
  );
};
