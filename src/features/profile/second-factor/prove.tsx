import { type FormEvent, useEffect, useRef, useState } from "react";
import { useSnapshot } from "valtio";
import { isFramed } from "../../../core/passkeys.ts";
import { useAuthenticatorTexts } from "../../../core/use-authenticator-texts.ts";
import type { MessageId } from "../../../i18n/message-id.ts";
import { useText } from "../../../i18n/use-text.ts";
import { AuthenticatorKey } from "../../../ui/authenticator-key.tsx";
import { CodeField } from "../../../ui/code-field.tsx";
import { Field } from "../../../ui/field.tsx";
import { OwnPage } from "../../../ui/own-page.tsx";
import { secondFactorMessages } from "./failure-messages.ts";
import styles from "./second-factor.module.css";
import type { Doing, SecondFactor } from "./second-factor-model.ts";

const HEADINGS = {
  passkey: "second-factor.add-passkey",
  totp: "second-factor.set-up-app",
  codes: "second-factor.new-codes",
  remove: "second-factor.remove",
} as const satisfies Record<Doing["kind"], MessageId>;

export interface ProveProps {
  model: SecondFactor;
  doing: Doing;
}

/** Asks for the password or a fresh code before something is changed, and for an app's first code. */
export const Prove = ({ model, doing }: ProveProps) => {
  const text = useText();
  const texts = useAuthenticatorTexts();
  const { busy, failure, key } = useSnapshot(model.state);
  const [missing, setMissing] = useState<readonly string[]>([]);
  const form = useRef<HTMLFormElement>(null);
  const step = key ? "code" : "proof";
  // A screen reader says the reason when its field is focused.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs at each step and after each attempt
  useEffect(
    () =>
      (
        form.current?.querySelector<HTMLElement>("[aria-invalid]") ??
        form.current?.querySelector("input")
      )?.focus(),
    [step, failure, missing],
  );

  const names = key ? ["code"] : doing.kind === "passkey" ? ["name", "proof"] : ["proof"];
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const { elements } = event.currentTarget;
    const values = Object.fromEntries(
      names.map((name) => [name, (elements.namedItem(name) as HTMLInputElement).value]),
    );
    const empty = names.filter((name) => !values[name]?.trim());
    setMissing(empty);
    if (empty.length > 0) return;
    if (key) await model.confirm(values.code ?? "");
    else await model.prove(values.proof ?? "", values.name ?? "");
  };

  const minutes = failure?.kind === "throttled" ? Math.max(1, Math.ceil(failure.seconds / 60)) : 0;
  const failed = failure ? text(secondFactorMessages[failure.kind], { minutes }) : undefined;
  const field =
    failure?.kind === "wrong-proof" ? "proof" : failure?.kind === "wrong-code" ? "code" : null;
  const errorOf = (name: string) => {
    if (missing.includes(name)) return text("profile.missing");
    return field === name ? failed : undefined;
  };
  const heading = text(HEADINGS[doing.kind], doing.kind === "remove" ? { name: doing.name } : {});

  return (
    <form ref={form} className={styles.form} aria-label={heading} noValidate onSubmit={submit}>
      <h3>{heading}</h3>
      {doing.kind === "codes" ? <p>{text("second-factor.codes-warning")}</p> : null}
      {key ? <AuthenticatorKey {...key} texts={texts} /> : null}
      {doing.kind === "passkey" ? (
        <Field
          label={text("second-factor.passkey-name")}
          name="name"
          maxLength={100}
          error={errorOf("name")}
        />
      ) : null}
      {key ? (
        <CodeField key="code" label={text("authenticator.code")} error={errorOf("code")} />
      ) : (
        <Field
          key="proof"
          label={text("second-factor.proof")}
          name="proof"
          type="password"
          autoComplete="current-password"
          error={errorOf("proof")}
        />
      )}
      {failed && field === null ? (
        <p role="alert" className={styles.failed}>
          {failed}
        </p>
      ) : null}
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
