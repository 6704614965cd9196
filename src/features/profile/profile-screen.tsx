import { useIntl } from "react-intl";
import { useSnapshot } from "valtio";
import { Link, useSearch } from "wouter";
import { coursePath } from "../../app-context/links.ts";
import { useApp } from "../../app-context/use-app.ts";
import { useScreenTitle } from "../../app-context/use-screen-title.ts";
import { translated } from "../../domain/translated.ts";
import type { MessageId } from "../../i18n/message-id.ts";
import { useText } from "../../i18n/use-text.ts";
import { ChangePassword } from "./change-password.tsx";
import { DeferredOwnData } from "./deferred-own-data.tsx";
import styles from "./profile.module.css";

/** The person's account, courses and password. */
const ProfileScreen = () => {
  const { session, courses } = useApp();
  const text = useText();
  const { formatDate, locale } = useIntl();
  const { user } = useSnapshot(session.state);
  const { groups, status } = useSnapshot(courses.state);
  // A table editor or a comparison fills the screen.
  const alone = /(^|&)(table|compare)\b/.test(useSearch());
  useScreenTitle(text("profile.title"));
  const day = (date: string) => formatDate(date, { dateStyle: "long", timeZone: "UTC" });

  const facts: [MessageId, string | undefined][] = [
    ["profile.name", [user?.firstName, user?.lastName].filter(Boolean).join(" ")],
    ["profile.username", user?.username],
    ["profile.email", user?.email],
    ["profile.member-since", user?.registration ? day(user.registration) : ""],
  ];

  return (
    <main id="content" tabIndex={-1} className="wrap screen">
      <h1>{text("profile.title")}</h1>
      {alone ? null : (
        <div className={styles.columns}>
          <section className="sheet" aria-labelledby="own-courses">
            <h2 id="own-courses">{text("profile.courses")}</h2>
            {status === "failed" ? (
              <>
                <p role="alert">{text("courses.failed")}</p>
                <button type="button" className="button" onClick={() => void courses.load()}>
                  {text("screen.retry")}
                </button>
              </>
            ) : null}
            {status === "ready" && groups.length === 0 ? <p>{text("courses.none")}</p> : null}
            {groups.map(({ product, courses: entries }) => (
              <div key={product.cd}>
                <h3>{translated(product, "title", locale)}</h3>
                <ul className={styles.courses}>
                  {entries.map(({ course, state }) => (
                    <li key={course.key}>
                      {state.kind === "active" ? (
                        <Link href={coursePath(product.cd, course.key)}>
                          {translated(course, "title", locale)}
                        </Link>
                      ) : (
                        <span>{translated(course, "title", locale)}</span>
                      )}
                      {state.kind === "active" && state.until ? (
                        <small>{text("courses.until", { date: day(state.until) })}</small>
                      ) : null}
                      {state.kind === "expired" ? (
                        <small>{text("courses.expired", { date: day(state.on) })}</small>
                      ) : null}
                      {state.kind === "no-subscription" ? (
                        <small>{text("courses.no-subscription")}</small>
                      ) : null}
                    </li>
                  ))}
                </ul>
              </div>
            ))}
          </section>
          <section className="sheet" aria-labelledby="own-account">
            <h2 id="own-account">{text("profile.account")}</h2>
            <dl className={styles.facts}>
              {facts.map(([label, value]) =>
                value ? (
                  <div key={label}>
                    <dt>{text(label)}</dt>
                    <dd>
                      <bdi>{value}</bdi>
                    </dd>
                  </div>
                ) : null,
              )}
            </dl>
          </section>
          <ChangePassword username={user?.username ?? ""} />
        </div>
      )}
      <DeferredOwnData />
    </main>
  );
};

export default ProfileScreen;
