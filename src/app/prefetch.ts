import type { App } from "../app-context/app.ts";
import type { Feature } from "../app-context/feature.ts";
import { prefetchLesson } from "../features/lessons/routes.ts";

const decode = (segment: string): string => {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
};

/**
 * Prefetches the code and data of a screen in parallel. The screen itself handles failures.
 * @param path within the app
 */
export const prefetchScreen = (features: readonly Feature[], path: string, app: App): void => {
  const [, area, product, course, lesson] = path.split("/").map(decode);
  if (area === "lessons" && product && course) {
    prefetchLesson(app, product, course, lesson);
    return;
  }
  features.find((feature) => feature.path === path)?.prefetch(app);
};
