import { useRef } from "react";
import { useIntl } from "react-intl";
import { useSnapshot } from "valtio";
import { textIn } from "../../domain/translated.ts";
import { directionOf } from "../../i18n/languages.ts";
import { useText } from "../../i18n/use-text.ts";
import { Icon } from "../../ui/icon.tsx";
import styles from "./announcement-list.module.css";
import type { Announcements } from "./announcements.ts";

const CROSS = "M6 6l12 12M18 6 6 18";

/** What the school announces, on top of the screen; each can be hidden for good. */
export const AnnouncementList = ({ announcements }: { announcements: Announcements }) => {
  const text = useText();
  const { locale } = useIntl();
  const { list } = useSnapshot(announcements.state);
  const root = useRef<HTMLDivElement>(null);
  return (
    <div ref={root} aria-live="polite">
      {list.length > 0 ? (
        <section className={`wrap ${styles.list}`} aria-label={text("announcements.label")}>
          {list.map((announcement) => {
            const { translations } = announcement;
            const title = textIn(translations, "title", locale);
            const body = textIn(translations, "body", locale);
            return (
              <div
                key={announcement.id}
                className={styles.announcement}
                lang={title.language}
                dir={directionOf(title.language)}
              >
                <div>
                  <p className={styles.title}>{title.text}</p>
                  <p className={styles.body}>{body.text}</p>
                </div>
                <button
                  type="button"
                  aria-label={text("announcements.hide", { title: title.text })}
                  onClick={() => {
                    // The button goes: the reading goes on with the next one, or with the screen.
                    const others = root.current?.querySelectorAll("button") ?? [];
                    const own = list.indexOf(announcement);
                    const next = others[own + 1] ?? others[own - 1];
                    (next ?? document.getElementById("content"))?.focus();
                    announcements.hide(announcement);
                  }}
                >
                  <Icon path={CROSS} />
                </button>
              </div>
            );
          })}
        </section>
      ) : null}
    </div>
  );
};
