import type { App } from "../app-context/app.ts";
import type { Feature } from "../app-context/feature.ts";
import { loadLessons, prefetchLesson } from "../features/lessons/routes.ts";

const decode = (segment: string): string => {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
};

/**
 * Prefetches the code and data of a screen in parallel. The screen itself handles failures.
 * @param path within the app; the main page redirects to the profile
 */
export const prefetchScreen = (features: readonly Feature[], path: string, app: App): void => {
  const [, area, product, course, lesson] = path.split("/").map(decode);
  if (area === "lessons" && product && course) {
    prefetchLesson(app, product, course, lesson);
    return;
  }
  const wanted = path === "/" ? "/profile" : path;
  features.find((feature) => feature.path === wanted)?.prefetch(app);
};

/** Loaders of small modules that several screens share. Each is a file of its own. */
const commonModules = [
  () => import("../ui/dialog.tsx"),
  () => import("../ui/picture.tsx"),
  () => import("../ui/search-field.tsx"),
  () => import("../domain/search-text.ts"),
  () => import("../app-context/drafts.ts"),
];

/**
 * Prefetches the code of lessons, and then the common modules. Over HTTP/1.1 a browser fetches only
 * six files at once, so a screen that also had to fetch these would wait for another round trip.
 */
export const prefetchCommonModules = async (): Promise<void> => {
  const ignore = () => undefined;
  await loadLessons().catch(ignore);
  for (const load of commonModules) load().catch(ignore);
};
