import { useEffect, useRef, useState } from "react";
import { useIntl } from "react-intl";
import { useSnapshot } from "valtio";
import { useBaseApp } from "../../../app-context/app-context.ts";
import { FailureNotice } from "../../../app-context/failure-notice.tsx";
import { useForm } from "../../../app-context/use-form.ts";
import type { DeepReadonly } from "../../../contract/wire.ts";
import {
  type FailureTable,
  matchFailure,
  minutesToWait,
  type OwnKind,
} from "../../../core/match-failure.ts";
import { isFramed, passkeySupport } from "../../../core/passkeys.ts";
import { useAuthenticatorTexts } from "../../../core/use-authenticator-texts.ts";
import type { MessageId } from "../../../i18n/message-id.ts";
import { useText } from "../../../i18n/use-text.ts";
import { AuthenticatorKey, CodeField } from "../../../ui/authenticator-key.tsx";
import { Field } from "../../../ui/field.tsx";
import { OwnPage } from "../../../ui/own-page.tsx";
import { RecoveryCodes } from "../../../ui/recovery-codes.tsx";
import styles from "./second-factor.module.css";
import {
  createSecondFactor,
  type Doing,
  type OwnSecondFactor,
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
const Prove = ({ model, doing }: { model: SecondFactor; doing: Doing }) => {
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

/** What the account has, each with a button that removes it, and what can be added. */
const Choices = ({
  own,
  onStart,
}: {
  own: DeepReadonly<OwnSecondFactor>;
  onStart: (doing: Doing) => void;
}) => {
  const text = useText();
  const { formatDate } = useIntl();
  const { passkeys, totp, recoveryCodes, passkeyDomain } = own;
  const day = (date: string) => formatDate(date, { dateStyle: "medium" });
  const support = passkeySupport(passkeyDomain, "create");
  const app = text("second-factor.app");
  const factors = [
    ...passkeys.map(({ id, ...more }) => ({ key: id, passkey: id, ...more })),
    ...(totp ? [{ key: "totp", passkey: null, name: app, ...totp }] : []),
  ];

  return (
    <>
      {factors.length > 0 ? (
        <ul className={styles.factors}>
          {factors.map(({ key, passkey, name, created, lastUsed }) => (
            <li key={key}>
              <div>
                <b>
                  <bdi>{name}</bdi>
                </b>
                <p className={styles.facts}>
                  {lastUsed
                    ? text("second-factor.facts", {
                        created: day(created ?? ""),
                        used: day(lastUsed),
                      })
                    : text("second-factor.facts-unused", { created: day(created ?? "") })}
                </p>
              </div>
              <button
                type="button"
                className="button quiet"
                onClick={() => onStart({ kind: "remove", passkey, name })}
              >
                {text("second-factor.remove", { name })}
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      {factors.length > 0 ? (
        <p>{text("second-factor.codes-left", { count: recoveryCodes })}</p>
      ) : null}
      {support === "framed" ? (
        <OwnPage text={text("second-factor.framed")} link={text("authenticator.own-page")} />
      ) : support === "available" ? null : (
        <p>{text(`second-factor.${support}`, { domain: passkeyDomain ?? "" })}</p>
      )}
      <p className={styles.buttons}>
        {support === "available" ? (
          <button type="button" className="button" onClick={() => onStart({ kind: "passkey" })}>
            {text("second-factor.add-passkey")}
          </button>
        ) : null}
        <button type="button" className="button" onClick={() => onStart({ kind: "totp" })}>
          {text("second-factor.set-up-app")}
        </button>
        {factors.length > 0 ? (
          <button type="button" className="button" onClick={() => onStart({ kind: "codes" })}>
            {text("second-factor.new-codes")}
          </button>
        ) : null}
      </p>
    </>
  );
};

/** The second factor of somebody of the staff: what there is, and how it is changed. */
const SecondFactorParts = () => {
  const { school, organisation } = useBaseApp();
  const [model] = useState(() => createSecondFactor(school.send));
  const text = useText();
  const texts = useAuthenticatorTexts();
  const { own, unknown, doing, codes, changes } = useSnapshot(model.state);
  const { name = "" } = useSnapshot(organisation.state).organisation ?? {};
  const status = useRef<HTMLParagraphElement>(null);
  const seen = useRef(changes);
  useEffect(() => void model.load(), [model]);
  // What had the focus is gone. Recovery codes take it themselves.
  useEffect(() => {
    if (changes !== seen.current && codes.length === 0) status.current?.focus();
    seen.current = changes;
  }, [changes, codes]);

  return (
    <div className={styles.parts}>
      <p>
        {text("second-factor.intro")}
        {own?.required ? ` ${text("second-factor.required")}` : null}
      </p>
      <p ref={status} role="status" tabIndex={-1}>
        {changes > 0 && !doing ? text("second-factor.saved") : ""}
      </p>
      {codes.length > 0 ? (
        <RecoveryCodes codes={codes} level={3} school={name} texts={texts} onKept={model.keep} />
      ) : doing ? (
        <Prove key={doing.kind} model={model} doing={doing} />
      ) : own ? (
        <Choices own={own} onStart={model.start} />
      ) : (
        <FailureNotice
          failure={unknown}
          messages={{ else: "failure.connection" }}
          onRetry={() => void model.load()}
        />
      )}
    </div>
  );
};

export default SecondFactorParts;
