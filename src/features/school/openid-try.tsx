import { useState } from "react";
import { useSnapshot } from "valtio";
import type { Texts } from "../../app-context/typed-form.tsx";
import { useApp } from "../../app-context/use-app.ts";
import { useFailureText } from "../../app-context/use-failure-text.ts";
import { type Failure, type FailureTable, matchFailure } from "../../core/match-failure.ts";
import { useText } from "../../i18n/use-text.ts";
import { Result } from "../../lib/result.ts";
import { Button } from "../../ui/button.tsx";
import styles from "./school.module.css";
import { useSchool } from "./school-service.ts";
import { namesProvider, secretField } from "./settings.ts";

const NOT_TRIED = {
  incomplete: "staff-school.try-fill",
  403: "staff.not-allowed",
  422: "staff-school.try-refused",
  else: "staff-school.not-done",
} as const satisfies FailureTable<"incomplete">;

interface OpenIdTryProps {
  fields: Texts;
  isSaved: boolean;
  /** The address to allow at the provider. */
  redirectUri: string;
}

type Answer = Awaited<ReturnType<ReturnType<typeof useSchool>["tryOpenId"]>>;

/**
 * Tries the provider that is typed in the form, and shows what works. Once it is saved, a page shows what it says of
 * somebody who signs in.
 */
export const OpenIdTry = ({ fields, isSaved, redirectUri }: OpenIdTryProps) => {
  const text = useText();
  const school = useSchool();
  const failureText = useFailureText();
  const [tried, setTried] = useState<Answer | Result<never, Failure<"incomplete">> | null>(null);
  const { language } = useSnapshot(useApp().language.state);

  const run = async () => {
    if (!namesProvider(fields)) return setTried(Result.fail({ kind: "incomplete" }));
    const answer = await school.tryOpenId({
      issuer: (fields.OPENID_ISSUER ?? "").trim(),
      client_id: (fields.OPENID_CLIENT_ID ?? "").trim(),
      client_secret: fields[secretField("OPENID_CLIENT_SECRET")] || null,
    });
    setTried(answer);
  };

  return (
    <>
      <p>
        {text("staff-school.redirect")}
        <br />
        <code dir="ltr">{redirectUri}</code>
      </p>
      <p className={styles.acts}>
        <Button quiet onClick={run}>
          {text("staff-school.try")}
        </Button>
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
        {tried?.ok ? (
          <dl className={styles.fixed}>
            {tried.value.steps.map(({ step, works, detail }) => (
              <div key={step}>
                <dt>{text(`staff-school.try-${step}`)}</dt>
                <dd data-state={works ? "fine" : "wrong"}>
                  {text(works ? "staff-school.works" : "staff-school.fails", { detail })}
                  {works ? null : <p>{text(`staff-school.try-${step}-hint`)}</p>}
                </dd>
              </div>
            ))}
          </dl>
        ) : null}
        {tried && !tried.ok ? (
          <p>{failureText(tried.failure, matchFailure(tried.failure, NOT_TRIED))}</p>
        ) : null}
      </div>
    </>
  );
};
