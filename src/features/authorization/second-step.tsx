import { type ReactNode, useEffect, useRef, useState } from "react";
import { useSnapshot } from "valtio";
import type { BaseApp } from "../../app-context/app.ts";
import { useBaseApp } from "../../app-context/app-context.ts";
import { loadStyle } from "../../app-context/page-files.ts";
import type { SecondStep } from "../../contract/second-factor.ts";
import { passkeySupport } from "../../core/passkeys.ts";
import { useAuthenticatorTexts } from "../../core/use-authenticator-texts.ts";
import { useText } from "../../i18n/use-text.ts";
import { AuthenticatorKey } from "../../ui/authenticator-key.tsx";
import { Field } from "../../ui/field.tsx";
import { RecoveryCodes } from "../../ui/recovery-codes.tsx";
import styles from "./authorization.module.css";
import own from "./second-step.module.css";
import { createSecondStep, readSecondStep } from "./second-step-model.ts";
import { useRequired } from "./use-required.ts";

interface SecondStepFormProps {
  step: SecondStep;
  onBack: () => void;
}

/** Asks for a passkey or a code after the right password, or sets up the app that the school requires. */
const SecondStepForm = ({ step, onBack }: SecondStepFormProps) => {
  const app = useBaseApp();
  const text = useText();
  const texts = useAuthenticatorTexts();
  const [model] = useState(() => createSecondStep({ ...app, step, onBack }));
  const { busy, wrong, codes } = useSnapshot(model.state);
  const { passkey, setUp, totp } = step;
  const canSign = passkey !== null && passkeySupport(passkey.rpId) === "available";
  const form = useRef<HTMLFormElement>(null);
  const { missing, onSubmit } = useRequired(["code"], ([code = ""]) => model.sendCode(code));
  // Browsers honour `autofocus` only in the initial page, and Preact does not implement it.
  useEffect(() => form.current?.querySelector<HTMLElement>("button, input")?.focus(), []);
  useEffect(() => {
    if (wrong) form.current?.querySelector("input")?.focus();
  }, [wrong]);

  if (codes.length > 0) {
    return (
      <>
        <h1>{text("second-step.heading")}</h1>
        <RecoveryCodes codes={codes} level={2} texts={texts} onKept={model.enter} />
      </>
    );
  }
  const error =
    missing.length > 0
      ? text("authenticator.code-missing")
      : wrong
        ? text("second-step.wrong")
        : undefined;
  const label = setUp
    ? "authenticator.code"
    : totp
      ? "second-step.app-code"
      : "second-step.recovery-code";
  return (
    <>
      <h1>{text("second-step.heading")}</h1>
      {setUp ? (
        <>
          <p>{text("second-step.set-up")}</p>
          <AuthenticatorKey {...setUp} texts={texts} />
        </>
      ) : null}
      <form ref={form} aria-label={text("second-step.heading")} noValidate onSubmit={onSubmit}>
        {canSign ? (
          <button
            className={`button ${own.passkey}`}
            type="button"
            aria-disabled={busy || undefined}
            onClick={() => void model.signWithPasskey()}
          >
            {text("second-step.passkey")}
          </button>
        ) : null}
        {passkey && !canSign ? <p>{text("second-step.passkey-elsewhere")}</p> : null}
        <Field
          label={text(label)}
          name="code"
          dir="ltr"
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
          error={error}
        />
        <button
          className={canSign ? "button quiet" : "button"}
          type="submit"
          aria-disabled={busy || undefined}
        >
          {text("authorization.sign-in")}
        </button>
        <button className={styles.link} type="button" onClick={onBack}>
          {text("authorization.back")}
        </button>
      </form>
    </>
  );
};

/**
 * Shows the second step of a sign-in, once its messages and styles are there.
 * @param given the step as the school has sent it
 * @param show shows it; null: the form for name and password
 * @throws an Error if it is none, and the error of what cannot be fetched
 */
export const showSecondStep = async (
  { language }: BaseApp,
  given: unknown,
  show: (form: ReactNode) => void,
): Promise<void> => {
  const step = readSecondStep(given);
  await Promise.all([language.require("second-factor"), loadStyle("second-factor")]);
  show(
    <main id="content" tabIndex={-1} className={styles.screen}>
      <div className={`sheet stitched ${styles.card}`}>
        <SecondStepForm step={step} onBack={() => show(null)} />
      </div>
    </main>,
  );
};
