import * as v from "valibot";
import type { Call } from "../../contract/call.ts";
import { lesson, product } from "../../contract/content.ts";
import type { IndexFile } from "../../contract/local-content.ts";
import {
  getContentChecksum,
  getTreeList,
  getUserContent,
  type TreeFile,
} from "../../contract/local-files.ts";
import {
  faqsAnswer,
  getFaqs,
  getGlossary,
  getInstructions,
  glossaryAnswer,
  instructionsAnswer,
} from "../../contract/reference.ts";
import type { AppNews } from "../../contract/releases.ts";
import { Result } from "../../lib/result.ts";
import { yieldToMain } from "../../lib/yield-to-main.ts";
import type { CallFailure } from "../../transport/call-failure.ts";
import type { Send } from "../../transport/transport.ts";

const userContent = v.object({
  content: v.object({ products: v.record(v.string(), v.record(v.string(), v.unknown())) }),
});

const record = v.record(v.string(), v.unknown());

/**
 * Whether an answer is valid user content. There may be thousands of lessons, so they are validated
 * one at a time, which keeps the page responsive.
 */
export const isValidContent = async (answer: unknown): Promise<boolean> => {
  const whole = v.safeParse(userContent, answer);
  if (!whole.success) return false;
  for (const sent of Object.values(whole.output.content.products)) {
    const props = v.is(record, sent.props) ? sent.props : {};
    const flat: Record<string, unknown> = { ...sent, ...props, props: undefined };
    const { lessons } = flat;
    if (!v.is(record, lessons) || !v.is(product, { ...flat, lessons: {} })) return false;
    for (const each of Object.values(lessons)) {
      if (!v.is(lesson, each)) return false;
      await yieldToMain();
    }
  }
  return true;
};

/** The data of the index files, as the server sent it. */
export type Content = Partial<Record<Exclude<IndexFile, "filetree.json">, unknown>>;

const FILES = ["content.json", "faqs.json", "glossary.json", "instructions.json"] as const;

export interface TreeLists {
  readonly lists: ReadonlyMap<string, Readonly<Record<string, TreeFile>>>;
  /** Replaces the token when files are read; null if the server gives none. */
  readonly ticket: string | null;
}

/** What each request of a run needs. */
export interface RequestContext {
  send: Send;
  /** Identify the sender if there is no token. */
  headers: () => Record<string, string>;
  signal: AbortSignal;
}

/** Receives news of app versions, which come with the content's checksum. */
export interface NewsListener {
  /** Tag of the known news; null if there are none. */
  tag(): string | null;
  /** Called with the school's present news; null if there are none. */
  receive(news: AppNews | null): void;
}

/**
 * Fetches the checksum of the school's present content.
 * @param known checksum of the content on this machine. The browser's cache cannot be used: the page
 * has another origin at each start, and the cache is separate for each origin
 * @param news receives news of app versions, which come with the same answer
 */
export const fetchChecksum = async (
  { send, headers, signal }: RequestContext,
  known: string | null,
  news?: NewsListener,
): Promise<Result<string, CallFailure>> => {
  const tag = news?.tag();
  // A 304 confirms both the checksum and the news.
  const entity = known && `"${tag ? `${known}.${tag}` : known}"`;
  const answer = await send(getContentChecksum, {
    headers: { ...headers(), ...(entity && { "if-none-match": entity }) },
    signal,
  });
  if (answer.ok) {
    news?.receive(answer.value.app);
    return Result.ok(answer.value.checksum);
  }
  const { failure } = answer;
  return known && failure.kind === "refused" && failure.status === 304 ? Result.ok(known) : answer;
};

const as = (schema: v.GenericSchema) => (answer: unknown) => v.is(schema, answer);

/** Fetches an answer as it was sent, if it matches the contract. */
const fetchAsSent = async <Path extends string, Query extends string>(
  { send, headers, signal }: RequestContext,
  { method, path }: Call<Path, unknown, unknown, Query>,
  isValid: (answer: Record<string, unknown>) => boolean | Promise<boolean>,
  name: string,
): Promise<Result<unknown, CallFailure>> => {
  const call = { method, path, answer: v.record(v.string(), v.unknown()) } as Call<
    string,
    unknown,
    Record<string, unknown>,
    never
  >;
  const answer = await send(call, { headers: headers(), signal });
  if (!answer.ok) return answer;
  return (await isValid(answer.value))
    ? Result.ok(answer.value[name])
    : Result.fail({ kind: "undecodable", json: true });
};

/**
 * Fetches the texts for use without a network. They are validated, but fields that the contract does
 * not know are kept.
 * @param withLessons whether to fetch the lessons too, which are most of the data
 */
export const fetchContent = async (
  context: RequestContext,
  withLessons: boolean,
): Promise<Result<Content, CallFailure>> => {
  const answers = await Promise.all([
    withLessons ? fetchAsSent(context, getUserContent, isValidContent, "content") : null,
    fetchAsSent(context, getFaqs, as(faqsAnswer), "faqs"),
    fetchAsSent(context, getGlossary, as(glossaryAnswer), "glossary"),
    fetchAsSent(context, getInstructions, as(instructionsAnswer), "courseInstructions"),
  ]);
  const content: Content = {};
  for (const [place, answer] of answers.entries()) {
    if (!answer) continue;
    if (!answer.ok) return answer;
    content[FILES[place] as keyof Content] = answer.value;
  }
  return Result.ok(content);
};

/** Fetches the file tree of each language. */
export const fetchTreeLists = async (
  { send, headers, signal }: RequestContext,
  languages: readonly string[],
): Promise<Result<TreeLists, CallFailure>> => {
  const lists = new Map<string, Readonly<Record<string, TreeFile>>>();
  let ticket: string | null = null;
  const answers = await Promise.all(
    languages.map((language) =>
      send(getTreeList, { query: { metas: 1, language }, headers: headers(), signal }),
    ),
  );
  for (const [place, answer] of answers.entries()) {
    if (!answer.ok) return answer;
    lists.set(languages[place] as string, answer.value.metas);
    ticket = answer.value.ticket ?? ticket;
  }
  return Result.ok({ lists, ticket });
};
