import { useEffect, useState } from "react";
import { useSnapshot } from "valtio";
import { unseenOf } from "../../app-context/unseen.ts";
import { useApp } from "../../app-context/use-app.ts";
import { useUpTo } from "../../app-context/use-narrow-screen.ts";
import { getToday, type Today } from "../../contract/progress.ts";
import { dayIn } from "../../core/day-in.ts";
import { consentOf } from "../../domain/consent.ts";
import { localeOfPerson, weekStartOf } from "../../domain/week-locale.ts";

/**
 * Finds what waits for a student besides what is new: the lessons that the school proposes for today, and a consent
 * that has expired. Only a narrow screen shows it, so others do not ask. A failure is silent, and asked again when the
 * person comes back.
 */
export const useWaiting = (): void => {
  const app = useApp();
  const { study, progress, session, language, machine } = app;
  const { send } = app.school;
  const news = unseenOf(app);
  const [today, setToday] = useState<Today | null>(null);
  const { selection } = useSnapshot(study.state);
  const { completed, lastCourse } = useSnapshot(progress.state);
  const { level, user } = useSnapshot(session.state);
  const isWanted = useUpTo("md") && level === 0;
  const courseId = isWanted ? (selection?.course.id ?? lastCourse) : null;

  useEffect(() => {
    if (courseId === null) return setToday(null);
    let isGone = false;
    const ask = async () => {
      if (document.visibilityState === "hidden") return;
      const code = language.state.language;
      const locale = localeOfPerson(navigator.languages, code);
      const weekStart = (locale && weekStartOf(locale)) ?? undefined;
      const answer = await send(getToday, {
        params: { courseId },
        query: { language: code, weekStart, zone: machine.zone() },
        isQuiet: true,
      });
      if (!isGone && answer.ok) setToday(answer.value.today);
    };
    void ask();
    document.addEventListener("visibilitychange", ask);
    return () => {
      isGone = true;
      document.removeEventListener("visibilitychange", ask);
    };
  }, [courseId, send, language, machine]);

  const date = dayIn<"student">(machine.zone())(machine.now());
  const consent = consentOf("personaldata", user?.accepted_policy_personaldata ?? null, date);
  // A kept answer may be of yesterday.
  const proposed = today?.date === date ? today.lessons : [];
  const lessons = proposed.filter(({ id }) => !completed.has(id)).length;
  const consents = isWanted && consent.kind === "expired" ? 1 : 0;

  useEffect(() => news.wait({ lessons, consents }), [news, lessons, consents]);
};
