import { type ReactNode, useEffect, useState } from "react";
import { useSnapshot } from "valtio";
import type { BaseApp } from "../../app-context/app.ts";
import { levelName } from "../../app-context/levels.ts";
import { useApp } from "../../app-context/use-app.ts";
import type { TriedAccount, TriedSignIn } from "../../contract/staff-openid.ts";
import { openIdTryMessages } from "../../i18n/messages/openid-try.ts";
import { sitesMessages } from "../../i18n/messages/sites.ts";
import { useText } from "../../i18n/use-text.ts";
import { createOpenIdSignIn } from "./openid-sign-in.ts";
import styles from "./school.module.css";
import type { Fields } from "./settings.ts";
import { withSettingNames } from "./settings.ts";

const STAGES = {
  waiting: "openid-try.waiting",
  closed: "openid-try.closed",
  checking: "openid-try.checking",
} as const;

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

/** Which account it would be, and what would change. */
const Account = ({ account }: { account: TriedAccount }) => {
  const text = useText();
  const { username, name, created, linked, level, level_before, courses } = account;
  const known = linked ? "openid-try.linked" : "openid-try.found";
  return (
    <>
      <bdi>{name === username ? name : `${name} (${username})`}</bdi>
      <br />
      {text(created ? "openid-try.created" : known)}
      {level_before !== null && level !== level_before ? (
        <>
          <br />
          {text("openid-try.level-change", {
            before: levelName(text, level_before),
            after: levelName(text, level),
          })}
        </>
      ) : null}
      {courses.length > 0 ? (
        <>
          <br />
          {text("openid-try.courses-begin", { courses: courses.join(", ") })}
        </>
      ) : null}
    </>
  );
};

const Result = ({ result }: { result: TriedSignIn }) => {
  const text = useText();
  const { why, detail, person, account } = result;
  const known = person?.courses.filter((course) => course.known).map(({ key }) => key) ?? [];
  const unknown = person?.courses.filter((course) => !course.known).map(({ key }) => key) ?? [];
  return (
    <dl className={styles.fixed}>
      <Fact name={text("openid-try.result")}>
        <span data-state={why ? "wrong" : "fine"}>
          {why
            ? text("openid-try.told", { message: text(`openid.${why}`) })
            : text("openid-try.works")}
        </span>
        {detail ? (
          <>
            <br />
            {text("openid-try.said")} <bdi>{detail}</bdi>
          </>
        ) : null}
      </Fact>
      {person ? (
        <>
          <Fact name={text("openid-try.person")}>
            <bdi>{person.name || person.username || "–"}</bdi>
            <br />
            <bdi className={styles.key}>{person.subject}</bdi>
          </Fact>
          <Fact name={text("staff-people.email")}>
            <bdi className={styles.key}>{person.email || "–"}</bdi>
            <br />
            {text(person.verified ? "openid-try.verified" : "openid-try.unverified")}
          </Fact>
          <Fact name={text("staff-people.level")}>
            {person.level === null ? text("openid-try.no-level") : levelName(text, person.level)}
          </Fact>
          <Fact name={text("staff-people.courses")}>
            <bdi>{known.join(", ") || "–"}</bdi>
            {unknown.length > 0 ? (
              <>
                <br />
                {text("openid-try.unknown-courses", { courses: unknown.join(", ") })}
              </>
            ) : null}
          </Fact>
        </>
      ) : null}
      {account ? (
        <Fact name={text("openid-try.account")}>
          <Account account={account} />
        </Fact>
      ) : null}
      {person ? (
        <Fact name={text("openid-try.claims")}>
          <ul className={styles.claims} dir="ltr">
            {person.claims.map(({ name, value }) => (
              <li key={name}>
                <code>{name}</code> <bdi>{value}</bdi>
              </li>
            ))}
          </ul>
        </Fact>
      ) : null}
    </dl>
  );
};

export interface OpenIdSignInProps {
  /** The window of the provider; null: the browser has opened none. */
  form: Window | null;
  /** What is typed in the form. */
  fields: Fields;
}

/** Follows a sign-in in a window that tries a provider, and shows what came back. */
const OpenIdSignIn = ({ form, fields }: OpenIdSignInProps) => {
  const text = useText();
  const app = useApp();
  const [{ model, start, stop }] = useState(() => createOpenIdSignIn(app, form, fields));
  const state = useSnapshot(model).state as typeof model.state;
  useEffect(() => {
    void start();
    return stop;
  }, [start, stop]);

  if (state.kind === "done") return <Result result={state.result} />;
  if (state.kind === "failed")
    return <p>{text(state.message, { reason: withSettingNames(text, state.reason) })}</p>;
  return <p>{text(STAGES[state.kind])}</p>;
};

/** Fetches the texts. What people are told at the sign-in form is among them. */
export const prepare = async (language: BaseApp["language"]) => {
  await Promise.all([language.require(openIdTryMessages), language.require(sitesMessages)]);
  return { default: OpenIdSignIn };
};
