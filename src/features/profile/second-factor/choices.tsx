import { useIntl } from "react-intl";
import type { DeepReadonly } from "../../../contract/wire.ts";
import { passkeySupport, whyNoPasskeys } from "../../../core/passkeys.ts";
import { useText } from "../../../i18n/use-text.ts";
import { OwnPage } from "../../../ui/own-page.tsx";
import styles from "./second-factor.module.css";
import type { Doing, OwnSecondFactor } from "./second-factor-model.ts";

export interface ChoicesProps {
  own: DeepReadonly<OwnSecondFactor>;
  onStart: (doing: Doing) => void;
}

/** What the account has, each with a button that removes it, and what can be added. */
export const Choices = ({ own, onStart }: ChoicesProps) => {
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
        <OwnPage text={text(whyNoPasskeys.framed)} link={text("authenticator.own-page")} />
      ) : support === "available" ? null : (
        <p>{text(whyNoPasskeys[support], { domain: passkeyDomain ?? "" })}</p>
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
