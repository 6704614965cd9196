import { Fragment, type ReactNode, useEffect, useRef, useState } from "react";
import { useSnapshot } from "valtio";
import type { BaseApp } from "../../app-context/app.ts";
import { useBaseApp } from "../../app-context/app-context.ts";
import { useForm } from "../../app-context/use-form.ts";
import type { SecondStep as Step } from "../../contract/second-factor.ts";
import { isFramed, passkeySupport } from "../../core/passkeys.ts";
import { useAuthenticatorTexts } from "../../core/use-authenticator-texts.ts";
import { toolsMessages } from "../../i18n/messages/tools.ts";
import { useText } from "../../i18n/use-text.ts";
import { AuthenticatorKey, CodeField } from "../../ui/authenticator-key.tsx";
import { Field } from "../../ui/field.tsx";
import { OwnPage } from "../../ui/own-page.tsx";
import { RecoveryCodes } from "../../ui/recovery-codes.tsx";
import styles from "./authorization.module.css";
import own from "./second-step.module.css";
import { createSecondStep, readSecondStep, type SecondStep } from "./second-step-model.ts";

/** What is being set up; null: the person has not chosen yet. */
type Kind = "passkey" | "app" | null;

interface SetUpProps {
  model: SecondStep;
  setUp: NonNullable<Step["setUp"]>;
  onBack: () => void;
}

const SetUp = ({ model, setUp, onBack }: SetUpProps) => {
  const text = useText();
  const texts = useAuthenticatorTexts();
  const { busy, passkeyFailed } = useSnapshot(model.state);
  const domain = setUp.passkey?.rp.id;
  const support = passkeySupport(domain, "create");
  const first = support === "available" ? null : "app";
  const [kind, setKind] = useState<Kind>(first);
  const { ref, onSubmit, error } = useForm<"code" | "name">({
    required:
      kind === "app"
        ? { code: "authenticator.code-missing" }
        : { name: "second-step.name-missing" },
    async send({ code, name }) {
      if (kind !== "app") await model.addPasskey(name);
      else if (await model.sendCode(code)) return { code: "second-step.wrong" };
    },
  });
  const intro = useRef<HTMLParagraphElement>(null);
  // What is to be done is said before its field.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs at each choice
  useEffect(() => (intro.current ?? ref.current?.querySelector("input"))?.focus(), [kind]);
  const framed = support === "framed" || (passkeyFailed && isFramed());

  return (
    <>
      {kind === "passkey" ? null : (
        <p ref={intro} tabIndex={-1}>
          {text(kind === "app" ? "second-step.set-up" : "second-step.choose")}
        </p>
      )}
      {framed ? (
        <OwnPage text={text("second-factor.framed")} link={text("authenticator.own-page")} />
      ) : support === "available" ? null : (
        <p>{text(`second-factor.${support}`, { domain: domain ?? "" })}</p>
      )}
      {kind === "app" ? <AuthenticatorKey {...setUp} texts={texts} /> : null}
      <form ref={ref} aria-label={text("second-step.heading")} noValidate onSubmit={onSubmit}>
        {/* A button that became the one that submits would submit with the same press. */}
        {kind === null ? (
          <Fragment key="choice">
            <button className="button" type="button" onClick={() => setKind("passkey")}>
              {text("second-factor.add-passkey")}
            </button>
            <button className="button quiet" type="button" onClick={() => setKind("app")}>
              {text("second-factor.set-up-app")}
            </button>
          </Fragment>
        ) : (
          <Fragment key={kind}>
            {kind === "app" ? (
              <CodeField key="code" label={text("authenticator.code")} error={error("code")} />
            ) : (
              <Field
                key="name"
                label={text("second-factor.passkey-name")}
                name="name"
                maxLength={100}
                error={error("name")}
              />
            )}
            <button className="button" type="submit" aria-disabled={busy || undefined}>
              {text("second-factor.continue")}
            </button>
          </Fragment>
        )}
        <button
          className={styles.link}
          type="button"
          onClick={() => (kind === first ? onBack() : setKind(first))}
        >
          {text("authorization.back")}
        </button>
      </form>
    </>
  );
};

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
