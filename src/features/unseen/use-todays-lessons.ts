import { useEffect, useState } from "react";
import { useSnapshot } from "valtio";
import { knownWeekStart } from "../../app-context/known-week-start.ts";
import { unseenOf } from "../../app-context/unseen.ts";
import { useApp } from "../../app-context/use-app.ts";
import { useUpTo } from "../../app-context/use-narrow-screen.ts";
import { getToday, type Today } from "../../contract/progress.ts";
import { dayIn } from "../../core/day-in.ts";

/**
 * Counts the lessons that the school proposes to a student for today and that are not completed. Only the bar of a
 * narrow screen shows it, so others do not ask. It asks again when the person comes back: a lesson may have been
 * completed in another tab. A failure is silent.
 */
export const useTodaysLessons = (): void => {
  const app = useApp();
  const { study, progress, session, language, machine, school } = app;
  const news = unseenOf(app);
  const [today, setToday] = useState<Today | null>(null);
  const { selection } = useSnapshot(study.state);
  const { completed, lastCourse } = useSnapshot(progress.state);
  const { level } = useSnapshot(session.state);
  const isWanted = useUpTo("md") && level === 0;
  const courseId = isWanted ? (selection?.course.id ?? lastCourse) : null;
  const zone = machine.zone();
  const date = dayIn<"student">(zone)(machine.now());
  useSnapshot(app.organisation.state);
  const weekStart = knownWeekStart(app);
  const [returns, setReturns] = useState(0);

  useEffect(() => {
    const look = () => document.visibilityState === "visible" && setReturns((count) => count + 1);
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: asks again on another day, and when the person comes back
  useEffect(() => {
    if (courseId === null) return;
    const gone = new AbortController();
    const code = language.state.language;
    const query = { language: code, weekStart, zone };
    void school
      .send(getToday, { params: { courseId }, query, isQuiet: true, signal: gone.signal })
      .then((answer) => answer.ok && setToday(answer.value.today));
    return () => gone.abort();
  }, [courseId, date, weekStart, returns]);

  // A kept answer may be of yesterday.
  const proposed = courseId !== null && today?.date === date ? today.lessons : [];
  const lessons = proposed.filter(({ id }) => !completed.has(id)).length;
  useEffect(() => news.showLessons(lessons), [news, lessons]);
};
