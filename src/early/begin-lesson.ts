import type { getCourses } from "../contract/account.ts";
import type { CallAddress } from "../contract/call.ts";
import type { getAsset, getLesson, getProducts, getSkeleton } from "../contract/content.ts";
import type { getProgress } from "../contract/progress.ts";
import { parseWidths, photoRequest } from "../domain/picture-width.ts";
import { titleIn } from "../domain/translated.ts";
import type { EarlyAnswers } from "../lib/early-answers.ts";
import { type Address, formatAddress } from "../lib/format-address.ts";
import { parseHtml } from "../lib/parse-html.ts";

export interface EarlyLessonOptions {
  /** The page's path, such as `/tls/lessons/PM/PMB/workplace`. */
  path: string;
  /** The number of the lesson's page, from 1; the last page stands for larger ones. */
  page: number;
  /** Base address of the calls, without a slash at its end. */
  base: string;
  token: string;
  language: string;
  /** Whether photos are shown in their smallest form, whatever their place. */
  savesData: boolean;
  /** Whether the app has not sent its calls itself yet. */
  isNeeded: () => boolean;
  fetch: (address: string, init?: RequestInit) => Promise<Response>;
}

/** A page of a lesson as the school has sent it. */
export interface EarlyPage {
  readonly title: string;
  readonly language: string;
  /** The number of the page, from 1, and of all pages. */
  readonly page: number;
  readonly pages: number;
  /** Not yet sanitised. */
  readonly html: string;
  /** The first picture; null if it has none, or its form is not known yet. */
  readonly picture: Promise<Blob> | null;
}

interface EarlyLesson {
  /** What has been asked for. The picture's answer is added when its address is known. */
  readonly answers: EarlyAnswers;
  /** Null if the address names no lesson by its key, or no text came. */
  readonly page: Promise<EarlyPage | null>;
}

/** What is read of a lesson. An answer of another form has no text here; the app decodes it. */
interface SentLesson {
  lesson?: {
    title?: Record<string, string>;
    html?: { languages?: Record<string, { pages?: { html?: unknown }[] }> };
  };
}

/** @returns none if the path is not well-formed; the app then says that there is no such lesson */
const segmentsOf = (path: string): string[] => {
  try {
    return path.split("/").map(decodeURIComponent);
  } catch {
    return [];
  }
};

/** The text is not sanitised yet, so it is read where it does nothing and offends no policy. */
const firstPicture = (html: string) =>
  parseHtml(html)?.querySelector<HTMLImageElement>("img[data-asset]");

/**
 * Sends the calls that a lesson, or a course, will make, and then the one for the first picture of the
 * lesson's page.
 */
export const beginLesson = (options: EarlyLessonOptions): EarlyLesson => {
  const { page, base, language, savesData, fetch } = options;
  const answers: EarlyAnswers = new Map();
  const [, , area, productKey, courseKey, lessonKey] = segmentsOf(options.path);
  const nothing = { answers, page: Promise.resolve(null) };
  if (area !== "lessons" || !productKey || !courseKey) return nothing;
  const authorization = `Bearer ${options.token}`;

  const send = <Asked = never>(
    asked: CallAddress<Asked>,
    headers?: Record<string, string>,
  ): Promise<Response> => {
    const address = base + formatAddress(asked as Address);
    const controller = new AbortController();
    const response = fetch(address, {
      headers: { authorization, ...headers },
      signal: controller.signal,
    });
    response.catch(() => undefined);
    answers.set(address, { authorization, response, abort: () => controller.abort() });
    return response;
  };

  /** On a fast line the form of a photo depends on its place, which is not known yet. */
  const sendPicture = (html: string): Promise<Blob> | null => {
    const { asset, widths } = firstPicture(html)?.dataset ?? {};
    if (!asset || (widths && !savesData)) return null;
    const { query, headers } = photoRequest(
      { product: productKey, title: asset },
      parseWidths(widths)[0],
    ) as { query: { product: string; title: string }; headers?: Record<string, string> };
    const answer = send<typeof getAsset>({ path: "/assets/fetchData", query }, headers);
    const picture = answer.then((answer) => answer.clone().blob());
    // It may be that nobody wants to see it.
    picture.catch(() => undefined);
    return picture;
  };

  const sendLesson = async (key: string): Promise<EarlyPage | null> => {
    const answer = await send<typeof getLesson>({
      path: "/products/:productKey/lessons/:lessonKey",
      params: { productKey, lessonKey: key },
      query: { language },
    });
    const { lesson } = (await answer.clone().json()) as SentLesson;
    // The school sends the text in one language.
    const [text] = Object.entries(lesson?.html?.languages ?? {});
    const pages = text?.[1].pages ?? [];
    const shown = Math.min(page, pages.length);
    const html = pages[shown - 1]?.html;
    if (!text || typeof html !== "string") return null;
    return {
      title: titleIn(lesson?.title ?? {}, [language, text[0]]),
      language: text[0],
      page: shown,
      pages: pages.length,
      html,
      picture: sendPicture(html),
    };
  };

  const sendOthers = () => {
    send<typeof getSkeleton>({ path: "/products/:productKey/skeleton", params: { productKey } });
    send<typeof getProducts>({ path: "/products" });
    send<typeof getCourses>({ path: "/user/courses" });
    send<typeof getProgress>({ path: "/user/progress" });
  };

  // An id becomes a key only with the course.
  const shown =
    lessonKey && !/^\d+$/.test(lessonKey) ? sendLesson(lessonKey).catch(() => null) : nothing.page;
  // On a slow line the text and its picture come first: the app's own code fills the line meanwhile.
  if (savesData) void shown.then(() => options.isNeeded() && sendOthers());
  else sendOthers();
  return { answers, page: shown };
};
