import type { NewsKind } from "../../domain/news.ts";
import { cutText } from "../../lib/cut-text.ts";
import { type ServerMessage, serverTexts } from "../server-texts.ts";
import type { Truth } from "./true-news.ts";

/** One thing that a person is told. */
export interface News extends Truth {
  readonly kind: NewsKind;
  readonly subjectId: number;
}

/** The news of one mail or notification. */
export interface ComposedNews {
  /** One line. */
  readonly subject: string;
  /** Each thing with its link. */
  readonly text: string;
  /** Where the first of it is. */
  readonly url: string;
}

/** A longer list is no help. */
const MAX_LISTED = 30;
/** A subject of a message may have as many characters as a book's page. */
const MAX_TITLE = 120;

const shorten = (text: string): string => {
  const line = text.replace(/[\s\p{Cc}]+/gu, " ").trim();
  const cut = cutText(line, MAX_TITLE);
  return cut === line ? line : `${cut.trimEnd()}…`;
};

const MESSAGES = {
  "hand-in": "news-mail.hand-in",
  question: "news-mail.question",
  message: "news-mail.message",
  idle: "news-mail.idle",
} as const satisfies Record<Exclude<NewsKind, "answer">, ServerMessage>;

const messageOf = ({ kind, state }: News): ServerMessage => {
  if (kind !== "answer") return MESSAGES[kind];
  return state === "accepted" ? "news-mail.accepted" : "news-mail.returned";
};

/** The screen that shows it, below the app's address. */
export const pathOf = ({ kind, subjectId }: Pick<News, "kind" | "subjectId">): string => {
  switch (kind) {
    case "hand-in":
      return `/desk/hand-ins/${subjectId}`;
    case "question":
      return `/desk/messages/${subjectId}`;
    case "message":
      return `/tutor-talk?thread=${subjectId}`;
    case "idle":
      return "/progress";
    default:
      return "/assignments";
  }
};

/**
 * Says in a person's language what is new, with nothing but subjects and titles of it.
 * @param news at least one
 * @param app the app's address, without a slash at its end
 */
export const composeNews = (news: readonly News[], language: string, app: string): ComposedNews => {
  const texts = serverTexts(language);
  const line = (one: News): string =>
    texts(messageOf(one), { title: shorten(one.title) || texts("news-mail.untitled") });
  const linkOf = (one: News): string => `${app}${pathOf(one)}`;
  const [first] = news;
  if (!first) throw new Error("There is no news");
  const listed = news.slice(0, MAX_LISTED).map((one) => {
    const words =
      one.kind === "idle" ? `${line(one)}.\n${texts("news-mail.idle-text")}` : line(one);
    return `${words}\n${linkOf(one)}`;
  });
  const others = news.length - listed.length;
  return {
    subject:
      news.length === 1 ? line(first) : texts("news-mail.several", { count: String(news.length) }),
    text: [
      ...listed,
      ...(others > 0 ? [texts("news-mail.more", { count: String(others) })] : []),
    ].join("\n\n"),
    url: linkOf(first),
  };
};
