import { useEffect, useId } from "react";
import { useIntl } from "react-intl";
import { useSnapshot } from "valtio";
import { Link, useLocation, useSearch } from "wouter";
import { OWN_ACCOUNT, PROFILE, PROGRESS, TUTOR_TALK } from "../../app-context/links.ts";
import { unreadOf } from "../../app-context/unread.ts";
import { useApp } from "../../app-context/use-app.ts";
import type { MessageId } from "../../i18n/message-id.ts";
import { useText } from "../../i18n/use-text.ts";
import { Icon } from "../../ui/icon.tsx";
import { PROGRESS as CALENDAR, COURSES, PERSON } from "../../ui/icon-paths.ts";
import { currentTab, type Tab } from "./current-tab.ts";
import styles from "./phone-bar.module.css";
import { useKeyboardShown } from "./use-keyboard-shown.ts";

/** A speech bubble. */
const TALK = "M4 5h16v11h-8l-5 4v-4H4z";

const TABS: readonly { tab: Tab; href: string; label: MessageId; icon: string }[] = [
  { tab: "courses", href: PROFILE, label: "phone.courses", icon: COURSES },
  { tab: "today", href: PROGRESS, label: "phone.today", icon: CALENDAR },
  { tab: "tutor-talk", href: TUTOR_TALK, label: "phone.tutor-talk", icon: TALK },
  { tab: "profile", href: OWN_ACCOUNT, label: "phone.profile", icon: PERSON },
];

/** Lets the page reach the edges of the screen, so that the bar knows about the home indicator. */
const coverScreen = (): (() => void) => {
  const viewport = document.querySelector<HTMLMetaElement>("meta[name=viewport]");
  if (!viewport) return () => undefined;
  const before = viewport.content;
  if (!before.includes("viewport-fit")) viewport.content = `${before}, viewport-fit=cover`;
  return () => {
    viewport.content = before;
  };
};

/** The main pages, within reach of a thumb. It is hidden while a keyboard is on the screen. */
const PhoneBar = () => {
  const app = useApp();
  const unread = unreadOf(app);
  const text = useText();
  const { formatNumber } = useIntl();
  const id = useId();
  const [path] = useLocation();
  const current = currentTab(path, useSearch());
  const count = useSnapshot(unread.state).value?.count ?? 0;
  const isTyping = useKeyboardShown();

  useEffect(coverScreen, []);

  // Asks again at each change of the tab, and when the person returns to the app.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the tab changes
  useEffect(() => {
    void unread.load();
    const onReturn = () => document.visibilityState === "visible" && unread.load();
    document.addEventListener("visibilitychange", onReturn);
    return () => document.removeEventListener("visibilitychange", onReturn);
  }, [unread, current]);

  return (
    <nav className={styles.bar} aria-label={text("phone.label")} hidden={isTyping}>
      <ul>
        {TABS.map(({ tab, href, label, icon }) => {
          const isUnread = tab === "tutor-talk" && count > 0;
          return (
            <li key={tab}>
              <Link
                href={href}
                aria-current={tab === current ? "page" : undefined}
                aria-describedby={isUnread ? id : undefined}
              >
                <Icon path={icon} />
                {text(label)}
                {isUnread ? (
                  <>
                    <b className={styles.unread} aria-hidden="true">
                      {count > 99 ? `${formatNumber(99)}+` : formatNumber(count)}
                    </b>
                    <span id={id} hidden>
                      {text("phone.unread", { count })}
                    </span>
                  </>
                ) : null}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
};

export default PhoneBar;
