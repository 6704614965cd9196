import { useEffect } from "react";
import { useIntl } from "react-intl";
import { useApp } from "../../app-context/use-app.ts";
import { lessonText } from "../../core/lessons.ts";
import { savesData } from "../../lib/saves-data.ts";
import { prefetchPictures } from "./lesson-picture.ts";

/** The present lesson comes first: its pictures are asked for in this time. */
const HEAD_START_MS = 1000;

/**
 * Fetches the next lesson and the pictures of its first page while the person reads this one. Does
 * nothing on a slow line, or if the person saves data.
 * @param key null if no lesson follows that is open
 */
export const useNextLesson = (product: string, key: string | null): void => {
  const { lessons, files } = useApp();
  const { locale } = useIntl();
  useEffect(() => {
    if (key === null || savesData()) return;
    const timer = setTimeout(async () => {
      const loaded = await lessons.load(product, key);
      const page = loaded.ok ? lessonText(loaded.value, locale)?.pages[0] : undefined;
      // Its pictures will be as wide as those of this lesson.
      const shown = document.querySelector("#content figure > img");
      const place = (shown ?? document.getElementById("content"))?.clientWidth ?? innerWidth;
      if (page) prefetchPictures(files, product, page.html, place);
    }, HEAD_START_MS);
    return () => clearTimeout(timer);
  }, [lessons, files, locale, product, key]);
};
