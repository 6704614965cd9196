import type { Lesson, Product } from "../../contract/content.ts";
import { getVideoTexts } from "../../contract/video.ts";
import { lessonOf } from "../../domain/menu-position.ts";
import { findCaptions } from "../../domain/timed-texts.ts";
import { Result } from "../../lib/result.ts";
import type { LocalContent } from "../local-content.ts";
import { type Handler, handle, refused } from "./handlers.ts";

export interface CaptionHandlersOptions {
  content: LocalContent;
  /** @returns the present access rule of a product: whether the person may open a lesson */
  access: (product: Product) => (lesson: Lesson) => boolean;
}

/** Handles calls for captions of videos, from the content on this machine. */
export const captionHandlers = ({
  content,
  access,
}: CaptionHandlersOptions): readonly Handler[] => [
  handle(getVideoTexts, ({ query }) => {
    const captions = content.captions();
    const product = content.product(String(query.product ?? ""));
    if (!captions || !product) return refused(404, "server/not_found");
    const lesson = lessonOf(product, String(query.lesson ?? ""));
    if (!lesson) return refused(404, "lesson/not_found");
    if (!access(product)(lesson)) return refused(403, "lesson/not_active");
    const place = { product: product.key, lesson, asset: String(query.asset ?? "") };
    const { texts, language } = findCaptions(captions, place, String(query.language ?? "en"));
    return Result.ok({ texts: [...texts], language, version: null });
  }),
];
