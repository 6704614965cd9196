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
 * Fetches the code and data of an address in parallel. The screen handles failures.
 * @param path within the app; the main page leads to the profile
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

/** Small modules that several screens have in common, each in a file of its own. */
const loadCommonModules = [
  () => import("../ui/dialog.tsx"),
  () => import("../ui/picture.tsx"),
  () => import("../ui/search-field.tsx"),
  () => import("../domain/search-text.ts"),
  () => import("../app-context/drafts.ts"),
];

/**
 * Fetches the code of lessons, which come next, and then the common modules. A browser asks a school
 * that uses HTTP/1.1 for six files at once: a screen that needed these as well would wait for one
 * round trip more.
 */
export const prefetchCommonModules = async (): Promise<void> => {
  const ignore = () => undefined;
  await loadLessons().catch(ignore);
  for (const load of loadCommonModules) load().catch(ignore);
};
