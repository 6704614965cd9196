import { Boot } from "../features/shell/boot.tsx";
import { lazily } from "../ui/lazily.tsx";
import type { InsideServices } from "./create-inside.ts";

const load = {
  lessons: () => import(/* webpackChunkName: "lessons" */ "../features/lessons/lessons-screen.tsx"),
  lesson: () => import(/* webpackChunkName: "lesson" */ "../features/lessons/lesson-screen.tsx"),
  progress: () =>
    import(/* webpackChunkName: "progress" */ "../features/progress/progress-screen.tsx"),
  profile: () => import(/* webpackChunkName: "profile" */ "../features/profile/profile-screen.tsx"),
};

/** What people look things up in; fetched when somebody does. */
const loadReference = {
  faq: () => import(/* webpackChunkName: "faq" */ "../features/faq/faq-screen.tsx"),
  glossary: () =>
    import(/* webpackChunkName: "glossary" */ "../features/glossary/glossary-screen.tsx"),
  "how-to-study": () =>
    import(
      /* webpackChunkName: "how-to-study" */ "../features/how-to-study/how-to-study-screen.tsx"
    ),
};
const REFERENCE_DATA = {
  faq: "faqs",
  glossary: "glossary",
  "how-to-study": "instructions",
} as const satisfies Record<keyof typeof loadReference, keyof InsideServices["reference"]>;

/** Fetches the code of the glossary entry that lies over a screen. */
export const loadTermDialog = () =>
  import(/* webpackChunkName: "term" */ "../features/glossary/term-dialog.tsx");

export const LessonsScreen = lazily(load.lessons, Boot);
export const LessonScreen = lazily(load.lesson, Boot);
export const ProgressScreen = lazily(load.progress, Boot);
export const ProfileScreen = lazily(load.profile, Boot);
export const FaqScreen = lazily(loadReference.faq, Boot);
export const GlossaryScreen = lazily(loadReference.glossary, Boot);
export const HowToStudyScreen = lazily(loadReference["how-to-study"], Boot);
export const TermDialog = lazily(loadTermDialog);

const isReference = (area: string | undefined): area is keyof typeof loadReference =>
  area !== undefined && Object.hasOwn(loadReference, area);

/**
 * Asks for what an address shows, code and data side by side: waiting for one to ask for the other
 * would cost a round trip. Failures are for the screen itself to meet.
 */
export const anticipate = (path: string, services: InsideServices): void => {
  const { study, lessons, reference, today } = services;
  const [, area, product, course, lesson] = path.split("/").map(decode);
  const ignore = () => undefined;
  if (isReference(area)) {
    loadReference[area]().catch(ignore);
    void reference[REFERENCE_DATA[area]].load();
    return;
  }
  if (area === "progress") {
    load.progress().catch(ignore);
    const { selection } = study.state;
    if (selection) void today.load(selection.course.id, selection.course.lessonsOrder);
    return;
  }
  if (area !== "lessons" || !product || !course) {
    load.profile().catch(ignore);
    return;
  }
  void study.ensure(product, course, Boolean(lesson));
  if (!lesson) {
    load.lessons().catch(ignore);
    return;
  }
  load.lesson().catch(ignore);
  // An id says too little: its key is in the course.
  if (!/^\d+$/.test(lesson) && study.isWorthAsking(product, course, lesson)) {
    void lessons.load(product, lesson);
  }
};

/** Fetches the code of the screens that come next, once the first one is there. */
export const prepareScreens = (): void => {
  for (const screen of Object.values(load)) screen().catch(() => undefined);
};

const decode = (segment: string): string => {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
};
