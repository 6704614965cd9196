import { type ReactNode, useEffect, useState } from "react";
import { useSnapshot } from "valtio";
import type { BaseApp } from "../../app-context/app.ts";
import { useBaseApp } from "../../app-context/app-context.ts";
import { useForm } from "../../app-context/use-form.ts";
import type { SecondStep as Step } from "../../contract/second-factor.ts";
import { isFramed, passkeySupport } from "../../core/passkeys.ts";
import { useAuthenticatorTexts } from "../../core/use-authenticator-texts.ts";
import { toolsMessages } from "../../i18n/messages/tools.ts";
import { useText } from "../../i18n/use-text.ts";
import { Field } from "../../ui/field.tsx";
import { OwnPage } from "../../ui/own-page.tsx";
import { RecoveryCodes } from "../../ui/recovery-codes.tsx";
import styles from "./authorization.module.css";
import own from "./second-step.module.css";
import { createSecondStep, readSecondStep, type SecondStep } from "./second-step-model.ts";
import { SetUp } from "./set-up.tsx";

interface SecondStepFormProps {
  step: Step;
  onBack: () => void;
}

/** Asks for a passkey or a code after the right password. */
const AskForIt = ({ model, step, onBack }: SecondStepFormProps & { model: SecondStep }) => {
  const text = useText();
  const { busy, passkeyFailed } = useSnapshot(model.state);
  const { passkey, totp } = step;
  // Who has no app has passkeys. They are not asked for where the school's address has none.
  const support = passkey || !totp ? passkeySupport(passkey?.rpId, "get") : null;
  const canSign = support === "available";
  const framed = support === "framed" || (passkeyFailed && isFramed());
  const { ref, onSubmit, error } = useForm({
    required: { code: "authenticator.code-missing" },
    send: async ({ code }) =>
      (await model.sendCode(code)) ? { code: "second-step.wrong" } : undefined,
  });
  // Browsers honour `autofocus` only in the initial page, and Preact does not implement it.
  useEffect(() => ref.current?.querySelector<HTMLElement>("button, input")?.focus(), [ref]);
  return (
    <form ref={ref} aria-label={text("second-step.heading")} noValidate onSubmit={onSubmit}>
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
      {framed ? (
        <OwnPage
          text={`${text("second-factor.framed")} ${text("second-step.use-code")}`}
          link={text("authenticator.own-page")}
        />
      ) : support === "no-browser" ? (
        <p>
          {text("second-factor.no-browser")} {text("second-step.use-code")}
        </p>
      ) : canSign || !support ? null : (
        <p>{text("second-step.passkey-elsewhere")}</p>
      )}
      <Field
        label={text(totp ? "second-step.app-code" : "second-step.recovery-code")}
        name="code"
        dir="ltr"
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
        error={error("code")}
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
  );
};

/** The second step: asks for the factor, or sets up the one that the school requires. */
export const SecondStepForm = ({ step, onBack }: SecondStepFormProps) => {
  const app = useBaseApp();
  const text = useText();
  const texts = useAuthenticatorTexts();
  const [model] = useState(() => createSecondStep({ ...app, step, onBack }));
  const { codes } = useSnapshot(model.state);
  const { organisation } = useSnapshot(app.organisation.state);
  return (
    <>
      <h1>{text("second-step.heading")}</h1>
      {codes.length > 0 ? (
        <RecoveryCodes
          codes={codes}
          level={2}
          school={organisation?.name ?? ""}
          texts={texts}
          onKept={model.enter}
        />
      ) : step.setUp ? (
        <SetUp model={model} setUp={step.setUp} onBack={onBack} />
      ) : (
        <AskForIt model={model} step={step} onBack={onBack} />
      )}
    </>
  );
};

/**
 * Shows the second step of a sign-in, once its messages are there.
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
  await language.require(toolsMessages);
  show(
    <main id="content" tabIndex={-1} className={styles.screen}>
      <div className={`sheet stitched ${styles.card}`}>
        <SecondStepForm step={step} onBack={() => show(null)} />
      </div>
    </main>,
  );
};
