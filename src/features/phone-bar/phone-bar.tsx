import { useEffect } from "react";
import { useIntl } from "react-intl";
import { useSnapshot } from "valtio";
import { Link, useLocation, useSearch } from "wouter";
import {
  ASSIGNMENTS,
  OWN_ACCOUNT,
  PROFILE,
  PROGRESS,
  TUTOR_TALK,
} from "../../app-context/links.ts";
import { unseenOf } from "../../app-context/unseen.ts";
import { useApp } from "../../app-context/use-app.ts";
import type { MessageId } from "../../i18n/message-id.ts";
import { useText } from "../../i18n/use-text.ts";
import { Icon } from "../../ui/icon.tsx";
import { PROGRESS as CALENDAR, COURSES, PERSON } from "../../ui/icon-paths.ts";
import { currentTab, type Tab } from "./current-tab.ts";
import styles from "./phone-bar.module.css";
import { useKeyboardShown } from "./use-keyboard-shown.ts";

/** A sheet with a tick. */
const SHEET = "M6 3h12v18H6zm3 9 2 2 4-5";
/** A speech bubble. */
const TALK = "M4 5h16v11h-8l-5 4v-4H4z";

const TABS: readonly { tab: Tab; href: string; label: MessageId; icon: string }[] = [
  { tab: "courses", href: PROFILE, label: "phone.courses", icon: COURSES },
  { tab: "today", href: PROGRESS, label: "phone.today", icon: CALENDAR },
  { tab: "assignments", href: ASSIGNMENTS, label: "phone.assignments", icon: SHEET },
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

/**
 * The next page is read from its top. The person may be at the end of this one, where the browser keeps its place
 * for the way back.
 */
const fromTheTop = () => queueMicrotask(() => scrollTo({ top: 0 }));

/** The number that a badge shows has room for two digits. */
const MOST = 99;

/** The main pages, within reach of a thumb. It is hidden while a keyboard is on the screen. */
const PhoneBar = () => {
  const text = useText();
  const { formatNumber } = useIntl();
  const [path] = useLocation();
  const current = currentTab(path, useSearch());
  const { answers, messages } = useSnapshot(unseenOf(useApp()).state).known;
  const isTyping = useKeyboardShown();
  const badges: Partial<Record<Tab, [count: number, words: MessageId]>> = {
    assignments: [answers.length, "phone.answers"],
    "tutor-talk": [messages, "phone.unread"],
  };

  useEffect(coverScreen, []);

  return (
    <nav className={styles.bar} aria-label={text("phone.label")} hidden={isTyping}>
      <ul>
        {TABS.map(({ tab, href, label, icon }) => {
          const [count, words] = badges[tab] ?? [0, label];
          const name = text(label);
          return (
            <li key={tab}>
              <Link
                href={href}
                onClick={fromTheTop}
                aria-current={tab === current ? "page" : undefined}
                aria-label={count > 0 ? `${name}, ${text(words, { count })}` : undefined}
              >
                <Icon path={icon} />
                {name}
                {count > 0 ? (
                  // By a style: visible text would have to be in the link's name as it is written.
                  <b
                    className={styles.unread}
                    data-count={count > MOST ? `${formatNumber(MOST)}+` : formatNumber(count)}
                  />
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
