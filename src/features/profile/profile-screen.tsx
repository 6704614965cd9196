import { type ComponentType, useCallback, useEffect, useState } from "react";
import { useIntl } from "react-intl";
import { useSnapshot } from "valtio";
import { useSearch } from "wouter";
import { FailureNotice } from "../../app-context/failure-notice.tsx";
import { useApp } from "../../app-context/use-app.ts";
import { useScreenTitle } from "../../app-context/use-screen-title.ts";
import { writtenDay } from "../../domain/calendar.ts";
import type { MessageId } from "../../i18n/message-id.ts";
import { useText } from "../../i18n/use-text.ts";
import { Fold } from "../../ui/fold.tsx";
import { YourCourses } from "./courses/your-courses.tsx";
import { isLandingPage, loadOwnData } from "./load-own-data.ts";
import styles from "./profile.module.css";

/** After this time on the profile, the person is probably not just passing through. */
const STAYS_MS = 1500;

let OwnData: ComponentType | undefined;

/**
 * Shows the password, measurements and policies once they are loaded. The rest of the profile works without them.
 */
const DeferredOwnData = () => {
  const app = useApp();
  const [failed, setFailed] = useState(false);
  const [, setLoaded] = useState(Boolean(OwnData));

  const load = useCallback(() => {
    setFailed(false);
    loadOwnData(app).then(
      (module) => {
        OwnData = module.default;
        setLoaded(true);
      },
      () => setFailed(true),
    );
  }, [app]);

  useEffect(() => {
    if (OwnData) return;
    const timer = setTimeout(load, isLandingPage() ? STAYS_MS : 0);
    return () => clearTimeout(timer);
  }, [load]);

  if (OwnData) return <OwnData />;
  return failed ? (
    <section className="sheet">
      <FailureNotice failure messages={{ else: "failure.connection" }} onRetry={load} />
    </section>
  ) : null;
};

/**
 * The first screen after signing in: the person's courses, then what belongs to the account, folded.
 * With `?account` in its address it shows the account alone.
 */
const ProfileScreen = () => {
  const { session } = useApp();
  const text = useText();
  const { formatDate } = useIntl();
  const { user } = useSnapshot(session.state);
  const account = new URLSearchParams(useSearch()).has("account");
  useScreenTitle(text("profile.title"));
  const day = (date: string) => formatDate(date, { dateStyle: "long" });

  const facts: [MessageId, string | undefined][] = [
    ["profile.name", [user?.firstName, user?.lastName].filter(Boolean).join(" ")],
    ["profile.username", user?.username],
    ["profile.email", user?.email],
    ["profile.member-since", user?.registration ? day(writtenDay(user.registration)) : ""],
  ];

  return (
    <main id="content" tabIndex={-1} className="wrap screen">
      <h1 className={account ? undefined : styles.quiet}>{text("profile.title")}</h1>
      {account ? null : <YourCourses />}
      <div className={styles.account}>
        <Fold key={String(account)} heading={text("profile.account")} open={account}>
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
        </Fold>
      </div>
      <DeferredOwnData />
    </main>
  );
};

export default ProfileScreen;
