import { useEffect, useState } from "react";
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

/** On-screen keyboards are higher; the address bars of browsers are lower. In CSS pixels. */
const MIN_KEYBOARD_HEIGHT = 150;

const TYPED_IN =
  "textarea, [contenteditable], input:not([type=checkbox], [type=radio], [type=file], [type=range], [type=button])";

/** The part of the screen that is not covered, whatever its zoom. */
const freeHeight = (): number =>
  visualViewport ? visualViewport.height * visualViewport.scale : innerHeight;

/** The height of the page's lower part that a keyboard covers, where browsers make only its visible part smaller. */
const coveredHeight = (): number =>
  visualViewport ? innerHeight - visualViewport.offsetTop - visualViewport.height : 0;

/**
 * Whether a keyboard is on the screen: a field has the focus, and the page has much less height than
 * it had before at this width. Browsers make either the page or only its visible part smaller. What leaves room for
 * the bar then leaves room for the keyboard.
 */
const useKeyboardShown = (): boolean => {
  const [shown, setShown] = useState(false);
  useEffect(() => {
    let width = innerWidth;
    let highest = freeHeight();
    const look = () => {
      const height = freeHeight();
      if (innerWidth !== width) {
        width = innerWidth;
        highest = height;
      }
      highest = Math.max(highest, height);
      const isTyping = document.activeElement?.matches(TYPED_IN) ?? false;
      const isShown = isTyping && highest - height >= MIN_KEYBOARD_HEIGHT;
      const { style, dataset } = document.documentElement;
      const wasShown = "typing" in dataset;
      if (isShown) {
        dataset.typing = "";
        style.setProperty("--bar", `${Math.max(0, coveredHeight())}px`);
        // The room that is left may be covered by what sticks to its edge, such as a form's buttons.
        if (!wasShown) document.activeElement?.scrollIntoView({ block: "nearest" });
      } else clear();
      setShown(isShown);
    };
    const clear = () => {
      const { style, dataset } = document.documentElement;
      delete dataset.typing;
      style.removeProperty("--bar");
    };
    const stop = new AbortController();
    const { signal } = stop;
    visualViewport?.addEventListener("resize", look, { signal });
    visualViewport?.addEventListener("scroll", look, { signal });
    addEventListener("resize", look, { signal });
    addEventListener("focusin", look, { signal });
    addEventListener("focusout", look, { signal });
    return () => {
      stop.abort();
      clear();
    };
  }, []);
  return shown;
};

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
  const { known, lessons } = useSnapshot(unseenOf(useApp()).state);
  const isTyping = useKeyboardShown();
  const badges: Partial<Record<Tab, [count: number, words: MessageId]>> = {
    today: [lessons, "phone.lessons"],
    assignments: [known.answers.length, "phone.answers"],
    "tutor-talk": [known.messages, "phone.unread"],
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
