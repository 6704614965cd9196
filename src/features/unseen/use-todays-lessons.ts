import { useEffect, useState } from "react";
import { useSnapshot } from "valtio";
import { knownWeekStart } from "../../app-context/known-week-start.ts";
import { unseenOf } from "../../app-context/unseen.ts";
import { useApp } from "../../app-context/use-app.ts";
import { useUpTo } from "../../app-context/use-narrow-screen.ts";
import { getToday, type Today } from "../../contract/progress.ts";
import { dayIn } from "../../core/day-in.ts";

/**
 * Counts the lessons that today asks of a student and that are not completed. Only the bar of a
 * narrow screen shows it, so others do not ask. What is completed is asked again when the person comes back: it may
 * have been in another tab or on another device. A failure is silent.
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

  useEffect(() => {
    if (!isWanted) return;
    const look = () => document.visibilityState === "visible" && void progress.load();
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  }, [isWanted, progress]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: asks again on another day
  useEffect(() => {
    if (courseId === null) return;
    const gone = new AbortController();
    const code = language.state.language;
    const query = { language: code, weekStart, zone };
    void school
      .send(getToday, { params: { courseId }, query, isQuiet: true, signal: gone.signal })
      .then((answer) => answer.ok && setToday(answer.value.today));
    return () => gone.abort();
  }, [courseId, date, weekStart]);

  // A kept answer may be of yesterday.
  const proposed = courseId !== null && today?.date === date ? today.lessons : [];
  const lessons = proposed.filter(
    (lesson) => !lesson.completed && !completed.has(lesson.id),
  ).length;
  useEffect(() => news.showLessons(lessons), [news, lessons]);
};
