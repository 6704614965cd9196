import { useState } from "react";
import type { OPENID_STEPS } from "../../../contract/staff-openid.ts";
import type { MessageId } from "../../../i18n/message-id.ts";
import { useText } from "../../../i18n/use-text.ts";
import type { OpenIdSignInProps } from "./openid-sign-in.tsx";
import { OpenIdSignIn } from "./openid-sign-in-chunk.ts";
import styles from "./school.module.css";
import { useSchool } from "./school-service.ts";
import { type Fields, secretField } from "./typed-settings.ts";

const STEPS: Readonly<Record<(typeof OPENID_STEPS)[number], MessageId>> = {
  discovery: "staff-school.try-discovery",
  keys: "staff-school.try-keys",
  client: "staff-school.try-client",
};

export interface OpenIdTryProps {
  /** What is typed in the form. */
  fields: Fields;
  /** The address to allow at the provider. */
  redirectUri: string;
}

type Steps = Awaited<ReturnType<ReturnType<typeof useSchool>["tryOpenId"]>>;

/** Tries the provider that is typed in the form, and shows what works. */
export const OpenIdTry = ({ fields, redirectUri }: OpenIdTryProps) => {
  const text = useText();
  const school = useSchool();
  const [tried, setTried] = useState<{ steps: Steps } | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [signIn, setSignIn] = useState<(OpenIdSignInProps & { key: number }) | null>(null);

  const run = async () => {
    if (isBusy) return;
    setBusy(true);
    setTried({
      steps: await school.tryOpenId({
        issuer: (fields.OPENID_ISSUER ?? "").trim(),
        client_id: (fields.OPENID_CLIENT_ID ?? "").trim(),
        client_secret: fields[secretField("OPENID_CLIENT_SECRET")] || null,
      }),
    });
    setBusy(false);
  };

  return (
    <>
      <p>
        {text("staff-school.redirect")}
        <br />
        <code dir="ltr">{redirectUri}</code>
      </p>
      <p className={styles.acts}>
        <button
          type="button"
          className="button quiet"
          aria-disabled={isBusy || undefined}
          onClick={() => void run()}
        >
          {text("staff-school.try")}
        </button>
        <button
          type="button"
          className="button quiet"
          // Only a click may open a window, so it is opened before the address is known.
          onClick={() => {
            const form = open("", "openid-try", "popup,width=520,height=720");
            setSignIn({ form, fields, key: (signIn?.key ?? 0) + 1 });
          }}
        >
          {text("staff-school.try-sign-in")}
        </button>
      </p>
      <div role="status">
        {tried?.steps ? (
          <dl className={styles.fixed}>
            {tried.steps.map(({ step, works, detail }) => (
              <div key={step}>
                <dt>{text(STEPS[step])}</dt>
                <dd data-state={works ? "fine" : "wrong"}>
                  {text(works ? "staff-school.works" : "staff-school.fails", { detail })}
                </dd>
              </div>
            ))}
          </dl>
        ) : null}
        {tried && !tried.steps ? <p>{text("staff-school.not-done")}</p> : null}
      </div>
      <div role="status">{signIn ? <OpenIdSignIn {...signIn} key={signIn.key} /> : null}</div>
    </>
  );
};
