import { useEffect, useLayoutEffect, useRef } from "react";
import { useSnapshot } from "valtio";
import { Link, useLocation } from "wouter";
import { ASSIGNMENTS } from "../../app-context/links.ts";
import { personIdOf } from "../../app-context/person-id.ts";
import { unseenOf } from "../../app-context/unseen.ts";
import { useApp } from "../../app-context/use-app.ts";
import type { Unseen } from "../../contract/unseen.ts";
import { useText } from "../../i18n/use-text.ts";
import { PageNotice } from "../../ui/page-notice.tsx";
import styles from "./unseen.module.css";
import { showsUnseen, space, UnseenSpace } from "./unseen-space.tsx";
import { useTodaysLessons } from "./use-todays-lessons.ts";
import { watchUnseen } from "./watch-unseen.ts";

/** The values of the words for answers. */
const wordsOf = (answers: Unseen["answers"]) => ({
  count: answers.length,
  title: answers[0]?.title ?? "",
});

/**
 * Asks what is new while the app is in sight. Answers to hand-ins are said above each screen until they are
 * seen; what comes while the person is at something else is said over the page once.
 */
const UnseenNotice = () => {
  const app = useApp();
  const { send } = app.school;
  const news = unseenOf(app);
  const text = useText();
  const [path] = useLocation();
  const { known, isAsked } = useSnapshot(news.state);
  const { answers } = known;
  useTodaysLessons();
  const watch = useRef<ReturnType<typeof watchUnseen>>(undefined);

  useEffect(() => {
    const started = watchUnseen({
      send,
      news,
      personId: personIdOf(app),
      language: () => app.language.state.language,
      onMore(more) {
        const say = { tone: "info", seconds: 10 } as const;
        if (more.answers.length > 0) {
          app.alerts.show({ ...say, text: "phone.answered", values: wordsOf(more.answers) });
        }
        // Tutors see at the desk what students write.
        if (more.messages > 0 && !more.desk) {
          app.alerts.show({ ...say, text: "phone.unread", values: { count: more.messages } });
        }
      },
    });
    watch.current = started;
    return started.stop;
  }, [app, news, send]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the screen is another
  useEffect(() => watch.current?.moved(), [path]);

  const isShown = showsUnseen(path);
  const root = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (isAsked && (isShown || answers.length === 0))
      space.remember(app, root.current?.offsetHeight ?? 0);
  }, [app, isAsked, isShown, answers]);

  if (!isAsked) return <UnseenSpace />;
  return answers.length === 0 || !isShown ? null : (
    <div ref={root}>
      <PageNotice label={text("assignments.title")}>
        <Link className={styles.answers} href={ASSIGNMENTS}>
          {text("phone.answered", wordsOf(answers))}
        </Link>
      </PageNotice>
    </div>
  );
};

export default UnseenNotice;
