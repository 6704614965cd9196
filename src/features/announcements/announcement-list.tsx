import { useEffect, useLayoutEffect, useRef } from "react";
import { useSnapshot } from "valtio";
import type { App } from "../../app-context/app.ts";
import { personIdOf } from "../../app-context/person-id.ts";
import { useService } from "../../app-context/service.ts";
import { useApp } from "../../app-context/use-app.ts";
import { directionOf } from "../../domain/languages.ts";
import { textIn } from "../../domain/translated.ts";
import { useReads } from "../../i18n/use-reads.ts";
import { useText } from "../../i18n/use-text.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { CROSS } from "../../ui/icon-paths.ts";
import { ShowMore } from "../../ui/show-more.tsx";
import styles from "./announcement-list.module.css";
import { createAnnouncements } from "./announcements.ts";
import { space } from "./announcements-space.tsx";

const create = (app: App) =>
  createAnnouncements({
    send: app.transport.send,
    storage: app.machine.storage,
    organisationId: app.session.state.user?.org_id ?? app.organisation.defaultId,
    personId: personIdOf(app),
    today: app.schoolToday,
  });

/** The school's announcements above the screen. Each can be hidden for good. */
const AnnouncementList = () => {
  const announcements = useService(create);
  const text = useText();
  const reads = useReads();
  const { value, failure } = useSnapshot(announcements.state);
  const list = value ?? [];
  const { cursor } = useSnapshot(announcements.pages.state);
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => void announcements.load(), [announcements]);
  const app = useApp();
  useLayoutEffect(() => {
    if (value) space.remember(app, root.current?.getBoundingClientRect().height ?? 0);
  }, [app, value]);
  return (
    <div
      ref={root}
      aria-live="polite"
      className={styles.space}
      style={value || failure ? undefined : { minBlockSize: space.lastHeight(app) }}
    >
      {list.length > 0 ? (
        <section className={`wrap ${styles.list}`} aria-label={text("announcements.label")}>
          {list.map((announcement) => {
            const { translations } = announcement;
            const title = textIn(translations, "title", reads);
            const body = textIn(translations, "body", reads);
            return (
              <div
                key={announcement.id}
                className={styles.announcement}
                lang={title.language}
                dir={directionOf(title.language)}
              >
                <details>
                  <summary>{title.text}</summary>
                  <p>{body.text}</p>
                </details>
                <IconButton
                  label={text("announcements.hide", { title: title.text })}
                  onClick={() => {
                    // The button is removed, so the focus moves to the next announcement or the
                    // screen.
                    const others = root.current?.querySelectorAll("button") ?? [];
                    const position = list.indexOf(announcement);
                    const next = others[position + 1] ?? others[position - 1];
                    (next ?? document.getElementById("content"))?.focus();
                    announcements.hide(announcement);
                  }}
                  path={CROSS}
                />
              </div>
            );
          })}
          <ShowMore
            more={cursor !== null}
            label={text("announcements.more")}
            failure={text("announcements.not-fetched")}
            entries={() => root.current?.querySelectorAll(`.${styles.announcement}`) ?? []}
            onMore={announcements.pages.more}
          />
        </section>
      ) : null}
    </div>
  );
};

export default AnnouncementList;
