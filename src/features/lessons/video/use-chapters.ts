import { useLayoutEffect, useState } from "react";
import type { TimedText } from "../../../domain/timed-texts.ts";

/** The time of an entry in seconds: `PT75.5S`. */
const secondsOf = (time: HTMLTimeElement | null): number =>
  Number(/^PT([\d.]+)S$/.exec(time?.dateTime ?? "")?.[1] ?? Number.NaN);

/** Reads the entries of a list of chapters, such as `<li><time datetime="PT75S">1:15</time> Pins</li>`. */
export const chaptersIn = (list: Element): TimedText[] => {
  const found = [...list.children].flatMap((entry) => {
    const time = entry.querySelector("time");
    const start = secondsOf(time);
    const text = (entry.textContent ?? "").replace(time?.textContent ?? "", "").trim();
    return Number.isFinite(start) && text ? [{ start, text }] : [];
  });
  return found.map((each, index) => ({
    ...each,
    end: found[index + 1]?.start ?? Number.POSITIVE_INFINITY,
  }));
};

/**
 * The chapters of a video, which a lesson's text lists behind it, and their language. The list is hidden while the
 * video shows them.
 * @param host the element in place of the video
 */
export const useChapters = (host: HTMLElement, locale: string) => {
  const list = host.nextElementSibling?.localName === "ol" ? host.nextElementSibling : null;
  const [language] = useState(() => host.closest<HTMLElement>("[lang]")?.lang ?? locale);
  const [chapters] = useState(() => (list ? chaptersIn(list) : []));
  useLayoutEffect(() => {
    if (!list || chapters.length === 0) return;
    list.toggleAttribute("hidden", true);
    return () => void list.toggleAttribute("hidden", false);
  }, [list, chapters]);
  return { chapters, language };
};
