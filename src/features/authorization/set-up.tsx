import { Fragment, useEffect, useRef, useState } from "react";
import { useSnapshot } from "valtio";
import { useForm } from "../../app-context/use-form.ts";
import type { SecondStep as Step } from "../../contract/second-factor.ts";
import { isFramed, passkeySupport } from "../../core/passkeys.ts";
import { useAuthenticatorTexts } from "../../core/use-authenticator-texts.ts";
import { whyNoPasskeys } from "../../core/why-no-passkeys.ts";
import { useText } from "../../i18n/use-text.ts";
import { AuthenticatorKey } from "../../ui/authenticator-key.tsx";
import { CodeField } from "../../ui/code-field.tsx";
import { Field } from "../../ui/field.tsx";
import { OwnPage } from "../../ui/own-page.tsx";
import styles from "./authorization.module.css";
import type { SecondStep } from "./second-step-model.ts";

/** What is being set up; null: the person has not chosen yet. */
type Kind = "passkey" | "app" | null;

interface SetUpProps {
  model: SecondStep;
  setUp: NonNullable<Step["setUp"]>;
  onBack: () => void;
}

/** Sets up the second factor that the school requires: a passkey or an authenticator app. */
export const SetUp = ({ model, setUp, onBack }: SetUpProps) => {
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
        <p>{text(whyNoPasskeys[support], { domain: domain ?? "" })}</p>
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
