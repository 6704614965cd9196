import type { App } from "../../app-context/app.ts";
import { type AppMessage, MESSAGE_KIND } from "../../domain/embed-message.ts";

export type Post = (message: AppMessage) => void;

/** Set once the school has said that it lists the site. */
let post: Post | null = null;

/** Lets messages go to the page around the frame, as long as it is of that origin. */
export const postTo = (origin: string): Post => {
  post = (message) => parent.postMessage(message, origin);
  return post;
};

/** Tells the page each lesson that the school has recorded as completed. */
export const tellLessons = ({ queue, study }: Pick<App, "queue" | "study">): void =>
  queue.onOutcome(({ call, lessonId: id }, outcome) => {
    if (call !== "complete" || outcome !== "sent") return;
    const { selection } = study.state;
    const lessons = Object.values(selection?.product.lessons ?? {});
    const lesson = lessons.find(({ dbid }) => dbid === id);
    post?.({
      [MESSAGE_KIND]: "lesson-completed",
      id,
      product: lesson ? (selection?.productKey ?? null) : null,
      course: lesson ? (selection?.courseKey ?? null) : null,
      lesson: lesson?.key ?? null,
    });
  });
