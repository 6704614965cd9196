import { useState } from "react";
import { useSnapshot } from "valtio";
import { useApp } from "../../app-context/use-app.ts";
import type { OPENID_STEPS } from "../../contract/staff-openid.ts";
import type { MessageId } from "../../i18n/message-id.ts";
import { useText } from "../../i18n/use-text.ts";
import styles from "./school.module.css";
import { useSchool } from "./school-service.ts";
import { type Fields, namesProvider, secretField } from "./settings.ts";

type Step = (typeof OPENID_STEPS)[number];

const STEPS: Readonly<Record<Step, MessageId>> = {
  discovery: "staff-school.try-discovery",
  keys: "staff-school.try-keys",
  client: "staff-school.try-client",
};

/** What to do where a step does not work. */
const HINTS: Readonly<Record<Step, MessageId>> = {
  discovery: "staff-school.try-discovery-hint",
  keys: "staff-school.try-keys-hint",
  client: "staff-school.try-client-hint",
};

/** Why nothing was tried. */
const WORDS = {
  incomplete: "staff-school.try-fill",
  refused: "staff-school.try-refused",
  none: "staff-school.not-done",
} as const;

export interface OpenIdTryProps {
  /** What is typed in the form. */
  fields: Fields;
  /** Whether it is what is saved. */
  isSaved: boolean;
  /** The address to allow at the provider. */
  redirectUri: string;
}

type Steps = Awaited<ReturnType<ReturnType<typeof useSchool>["tryOpenId"]>>;

/**
 * Tries the provider that is typed in the form, and shows what works. Once it is saved, a page shows what it says of
 * somebody who signs in.
 */
export const OpenIdTry = ({ fields, isSaved, redirectUri }: OpenIdTryProps) => {
  const text = useText();
  const school = useSchool();
  const [tried, setTried] = useState<{ steps: Steps | "incomplete" } | null>(null);
  const [isBusy, setBusy] = useState(false);
  const { language } = useSnapshot(useApp().language.state);

  const run = async () => {
    if (isBusy) return;
    if (!namesProvider(fields)) return setTried({ steps: "incomplete" });
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
        {isSaved && namesProvider(fields) ? (
          <a
            className="button quiet"
            href={new URL(`start?try=1&language=${language}`, redirectUri).href}
            target="_blank"
            rel="noopener"
          >
            {text("staff-school.try-sign-in")}
          </a>
        ) : null}
      </p>
      <div role="status">
        {Array.isArray(tried?.steps) ? (
          <dl className={styles.fixed}>
            {tried.steps.map(({ step, works, detail }) => (
              <div key={step}>
                <dt>{text(STEPS[step])}</dt>
                <dd data-state={works ? "fine" : "wrong"}>
                  {text(works ? "staff-school.works" : "staff-school.fails", { detail })}
                  {works ? null : <p>{text(HINTS[step])}</p>}
                </dd>
              </div>
            ))}
          </dl>
        ) : null}
        {tried && !Array.isArray(tried.steps) ? <p>{text(WORDS[tried.steps ?? "none"])}</p> : null}
      </div>
    </>
  );
};
