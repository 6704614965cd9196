import { useEffect } from "react";
import { useSnapshot } from "valtio";
import { FailureNotice } from "../../../app-context/failure-notice.tsx";
import { useForm } from "../../../app-context/use-form.ts";
import type { OwnKind } from "../../../core/match-failure.ts";
import { type FailureTable, matchFailure, minutesToWait } from "../../../core/match-failure.ts";
import { isFramed } from "../../../core/passkeys.ts";
import { useAuthenticatorTexts } from "../../../core/use-authenticator-texts.ts";
import type { MessageId } from "../../../i18n/message-id.ts";
import { useText } from "../../../i18n/use-text.ts";
import { AuthenticatorKey, CodeField } from "../../../ui/authenticator-key.tsx";
import { Field } from "../../../ui/field.tsx";
import { OwnPage } from "../../../ui/own-page.tsx";
import styles from "./second-factor.module.css";
import {
  type Doing,
  type SecondFactor,
  type SecondFactorFailure,
  secondFactorMessages,
} from "./second-factor-model.ts";

const HEADINGS = {
  passkey: "second-factor.add-passkey",
  totp: "second-factor.set-up-app",
  codes: "second-factor.new-codes",
  remove: "second-factor.remove",
} as const satisfies Record<Doing["kind"], MessageId>;

/** The field that the school finds wrong; null: it is not a field. */
const FIELDS = {
  "passkey-failed": null,
  "passkey-exists": null,
  "password/wrong_password": "proof",
  "second_factor/wrong": "code",
  else: null,
} as const satisfies FailureTable<OwnKind<SecondFactorFailure>, "proof" | "code" | null>;

/** Asks for the password or a fresh code before something is changed, and for an app's first code. */
export const Prove = ({ model, doing }: { model: SecondFactor; doing: Doing }) => {
  const text = useText();
  const texts = useAuthenticatorTexts();
  const { busy, failure, key } = useSnapshot(model.state);
  const step = key ? "code" : "proof";
  const field = failure && matchFailure(failure, FIELDS);
  const { ref, onSubmit, error } = useForm<"code" | "name" | "proof">({
    required: {
      ...(doing.kind === "passkey" && !key && { name: "profile.missing" }),
      [step]: "profile.missing",
    },
    async send({ code, name, proof }) {
      if (key) await model.confirm(code);
      else await model.prove(proof, name ?? "");
      const { failure } = model.state;
      const wrong = failure && matchFailure(failure, FIELDS);
      return wrong && failure
        ? { [wrong]: matchFailure(failure, secondFactorMessages) }
        : undefined;
    },
  });
  // What is wrong with a field moves the focus there afterwards.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs at each step and after each attempt
  useEffect(() => ref.current?.querySelector("input")?.focus(), [step, failure]);
  const heading = text(HEADINGS[doing.kind], doing.kind === "remove" ? { name: doing.name } : {});

  return (
    <form ref={ref} className={styles.form} aria-label={heading} noValidate onSubmit={onSubmit}>
      <h3>{heading}</h3>
      {doing.kind === "codes" ? <p>{text("second-factor.codes-warning")}</p> : null}
      {key ? <AuthenticatorKey {...key} texts={texts} /> : null}
      {doing.kind === "passkey" ? (
        <Field
          label={text("second-factor.passkey-name")}
          name="name"
          maxLength={100}
          error={error("name")}
        />
      ) : null}
      {key ? (
        <CodeField key="code" label={text("authenticator.code")} error={error("code")} />
      ) : (
        <Field
          key="proof"
          label={text("second-factor.proof")}
          name="proof"
          type="password"
          autoComplete="current-password"
          error={error("proof")}
        />
      )}
      <FailureNotice
        failure={field ? null : failure}
        messages={secondFactorMessages}
        values={{ minutes: failure ? minutesToWait(failure) : 0 }}
        className={styles.failed}
      />
      {failure?.kind === "passkey-failed" && isFramed() ? (
        <OwnPage text={text("second-factor.framed")} link={text("authenticator.own-page")} />
      ) : null}
      <p className={styles.buttons}>
        <button type="submit" className="button" aria-disabled={busy || undefined}>
          {text("second-factor.continue")}
        </button>
        <button type="button" className="button quiet" onClick={model.cancel}>
          {text("second-factor.cancel")}
        </button>
      </p>
    </form>
  );
};
