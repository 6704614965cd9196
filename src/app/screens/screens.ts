import type { ComponentType } from "react";
import type { getAssignments } from "../../contract/assignments.ts";
import type { getDownloads } from "../../contract/downloads.ts";
import type { getMessages } from "../../contract/messages.ts";
import type { getToday } from "../../contract/progress.ts";
import type { getFaqs, getGlossary, getInstructions } from "../../contract/reference.ts";
import { localeOfPerson, weekStartOf } from "../../domain/week-locale.ts";
import { Boot } from "../../features/shell/boot.tsx";
import { inTime } from "../../lib/in-time.ts";
import type { AddressOf } from "../../transport/transport.ts";
import { prepareHtmlText } from "../../ui/html-text.tsx";
import { lazily } from "../../ui/lazily.tsx";
import type { Screen } from "../features.ts";
import { DOWNLOADS, LICENCE_FILE, TUTOR_TALK } from "../paths.ts";
import { isLanding, loadOwnData } from "./load-own-data.ts";
import { part, plainPart } from "./part.ts";
import type { ScreenProps } from "./screen-props.ts";

const ignore = () => undefined;

/**
 * A screen with its code, and with the call that it asks the school for first, if there is one. The
 * call is a type, so that its schema comes with the code.
 * @param data the call's address; null where the screen has nothing to ask for yet
 */
export const screen = <FirstCall = never>(
  load: (props: Pick<ScreenProps, "app">) => Promise<{ default: ComponentType<ScreenProps> }>,
  data: (props: Pick<ScreenProps, "app" | "services">) => AddressOf<FirstCall> | null = () => null,
): Screen => {
  let there = false;
  return {
    Screen: lazily<ScreenProps>(load, Boot),
    anticipate(props) {
      // A screen whose code is there asks for itself, and knows what it has.
      if (there) return;
      load(props).then(() => {
        there = true;
      }, ignore);
      const address = data(props);
      if (address) props.app.transport.ask<FirstCall>(address);
    },
  };
};

/** What has an address of its own besides courses and lessons. */
export const screens: Readonly<Record<string, Screen>> = {
  "/profile": screen((props) => {
    if (!isLanding()) loadOwnData(props).catch(ignore);
    return inTime(import(/* webpackChunkName: "profile" */ "./profile.tsx"));
  }),
  "/progress": screen<typeof getToday>(
    part("progress", () => import(/* webpackChunkName: "progress" */ "./progress.tsx")),
    ({ app, services }) => {
      const courseId = services.study.state.selection?.course.id;
      const { language } = app.language.state;
      const locale = localeOfPerson(navigator.languages, language);
      const weekStart = locale && weekStartOf(locale);
      // Where the engine does not know it, the screen's own code does.
      if (!courseId || !weekStart) return null;
      const path = "/user/progress/today/:courseId";
      return { path, params: { courseId }, query: { language, weekStart } };
    },
  ),
  "/assignments": screen<typeof getAssignments>(
    part("assignments", () => import(/* webpackChunkName: "assignments" */ "./assignments.tsx")),
    () => ({ path: "/user/assignments" }),
  ),
  [TUTOR_TALK]: screen<typeof getMessages>(
    plainPart("tutor-talk", () => import(/* webpackChunkName: "tutor-talk" */ "./tutor-talk.tsx")),
    () => ({ path: "/user/messages" }),
  ),
  "/faq": screen<typeof getFaqs>(
    part("reference", () => import(/* webpackChunkName: "reference" */ "./faq.tsx")),
    () => ({ path: "/menu/faqs" }),
  ),
  "/glossary": screen<typeof getGlossary>(
    part("reference", () => import(/* webpackChunkName: "reference" */ "./glossary.tsx")),
    () => ({ path: "/menu/glossary" }),
  ),
  "/how-to-study": screen<typeof getInstructions>(
    part("reference", () => import(/* webpackChunkName: "reference" */ "./how-to-study.tsx")),
    () => ({ path: "/menu/instructions" }),
  ),
  [DOWNLOADS]: screen<typeof getDownloads>(
    part("downloads", () => import(/* webpackChunkName: "downloads" */ "./downloads.tsx")),
    () => ({ path: "/downloads" }),
  ),
  [LICENCE_FILE]: screen(
    part("downloads", () => import(/* webpackChunkName: "downloads" */ "./licence-file.tsx")),
  ),
};

const loadUnsent = part("unsent", () => import(/* webpackChunkName: "unsent" */ "./unsent.tsx"));
/** What the school has refused. Where its code does not arrive, it is there at the next visit. */
export const Unsent = lazily<Pick<ScreenProps, "app" | "services">>((props) =>
  loadUnsent(props).catch(() => ({ default: () => null })),
);

/** Fetches the code of the glossary entry that lies over a screen. */
export const loadTerm = part(
  "reference",
  () => import(/* webpackChunkName: "reference" */ "./term.tsx"),
);
export const Term = lazily(loadTerm);

/** When the first screen has had its time, and nothing is going on. */
const quiet = () =>
  new Promise<unknown>((resolve) => {
    setTimeout(() => {
      // Safari has no idle time to offer.
      if ("requestIdleCallback" in globalThis) requestIdleCallback(resolve, { timeout: 5000 });
      else resolve(null);
    }, 2000);
  });

/** What the school announces. Nobody waits for it, and nobody misses it when it does not arrive. */
export const Announcements = lazily<ScreenProps>(async () => {
  await quiet();
  return import(/* webpackChunkName: "announcements" */ "./announcements.tsx").catch(() => ({
    default: () => null,
  }));
});

const loadLessons = () => inTime(import(/* webpackChunkName: "lessons" */ "./lessons.tsx"));
const loadLesson = async () => {
  const [module] = await inTime(
    Promise.all([import(/* webpackChunkName: "lessons" */ "./lesson.tsx"), prepareHtmlText()]),
  );
  return module;
};
export const Lessons = lazily(loadLessons, Boot);
export const Lesson = lazily(loadLesson, Boot);

/** Asks for what an address shows, code and data side by side; failures are for the screen to meet. */
export const anticipate = (
  own: Readonly<Record<string, Screen>>,
  path: string,
  props: Pick<ScreenProps, "app" | "services">,
): void => {
  const { study, lessons } = props.services;
  const [, area, product, course, lesson] = path.split("/").map(decode);
  if (area !== "lessons" || !product || !course) {
    own[path === "/" ? "/profile" : path]?.anticipate(props);
    return;
  }
  void study.ensure(product, course, Boolean(lesson));
  prepareLessons();
  // An id says too little: its key is in the course.
  if (lesson && !/^\d+$/.test(lesson) && study.isWorthAsking(product, course, lesson)) {
    void lessons.load(product, lesson);
  }
};

/** Fetches the code of lessons, which come next, once the first screen is there. */
const prepareLessons = (): void => void loadLessons().catch(ignore);

/** Small pieces that several screens have in common, each in a file of its own. */
const loadPieces = [
  () => import("../../ui/dialog.tsx"),
  () => import("../../ui/picture.tsx"),
  () => import("../../ui/search-field.tsx"),
  () => import("../../domain/search-text.ts"),
  () => import("./drafts.ts"),
];

/**
 * Fetches them after the lessons. A browser asks a school that speaks HTTP/1.1 for six things at
 * once: a screen that asked for these too would wait for one round trip more.
 */
export const preparePieces = async (): Promise<void> => {
  await loadLessons().catch(ignore);
  for (const load of loadPieces) load().catch(ignore);
};

const decode = (segment: string): string => {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
};
