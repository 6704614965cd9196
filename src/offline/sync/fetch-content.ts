import * as v from "valibot";
import type { Call } from "../../contract/call.ts";
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
import type { CallFailure } from "../../transport/call-failure.ts";
import type { Send } from "../../transport/transport.ts";
import { isSoundContent } from "./sound-content.ts";

/** What the index files hold, as the server sent it. */
export type Content = Partial<Record<Exclude<IndexFile, "filetree.json">, unknown>>;

const FILES = ["content.json", "faqs.json", "glossary.json", "instructions.json"] as const;

export interface Lists {
  readonly lists: ReadonlyMap<string, Readonly<Record<string, TreeFile>>>;
  /** Stands for the token in reading files; null where the server gives none. */
  readonly ticket: string | null;
}

export interface Asking {
  send: Send;
  /** Who asks, where there is no token. */
  headers: () => Record<string, string>;
  signal: AbortSignal;
}

/** Who is told of new versions of the app, which come with the content's checksum. */
export interface NewsTaker {
  /** Tag of the news that are known; null where there are none. */
  tag(): string | null;
  /** Told what the school says now; null: it has no news. */
  take(news: AppNews | null): void;
}

/**
 * What the content's checksum is now.
 * @param news asked about in the same breath
 * @param known the one of the content that lies here. A browser's own cache would not do: the app's
 * page has another origin at each start, and answers are kept apart by it
 */
export const fetchChecksum = async (
  { send, headers, signal }: Asking,
  known: string | null,
  news?: NewsTaker,
): Promise<Result<string, CallFailure>> => {
  const tag = news?.tag();
  // A 304 says that checksum and news are those that are known.
  const entity = known && `"${tag ? `${known}.${tag}` : known}"`;
  const answer = await send(getContentChecksum, {
    headers: { ...headers(), ...(entity && { "if-none-match": entity }) },
    signal,
  });
  if (answer.ok) {
    news?.take(answer.value.app);
    return Result.ok(answer.value.checksum);
  }
  const { failure } = answer;
  return known && failure.kind === "refused" && failure.status === 304 ? Result.ok(known) : answer;
};

const as = (schema: v.GenericSchema) => (answer: unknown) => v.is(schema, answer);

/** The answer as it was sent, where it is what the contract says. */
const fetchAsSent = async <Path extends string, Query extends string>(
  { send, headers, signal }: Asking,
  { method, path }: Call<Path, unknown, unknown, Query>,
  isSound: (answer: Record<string, unknown>) => boolean | Promise<boolean>,
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
  return (await isSound(answer.value))
    ? Result.ok(answer.value[name])
    : Result.fail({ kind: "undecodable", json: true });
};

/**
 * The texts for use without a network: checked, but kept with all that the server sends.
 * @param withLessons whether the lessons are to come too, which are by far the most
 */
export const fetchContent = async (
  asking: Asking,
  withLessons: boolean,
): Promise<Result<Content, CallFailure>> => {
  const answers = await Promise.all([
    withLessons ? fetchAsSent(asking, getUserContent, isSoundContent, "content") : null,
    fetchAsSent(asking, getFaqs, as(faqsAnswer), "faqs"),
    fetchAsSent(asking, getGlossary, as(glossaryAnswer), "glossary"),
    fetchAsSent(asking, getInstructions, as(instructionsAnswer), "courseInstructions"),
  ]);
  const content: Content = {};
  for (const [place, answer] of answers.entries()) {
    if (!answer) continue;
    if (!answer.ok) return answer;
    content[FILES[place] as keyof Content] = answer.value;
  }
  return Result.ok(content);
};

/** The file tree in each of the languages. */
export const fetchLists = async (
  { send, headers, signal }: Asking,
  languages: readonly string[],
): Promise<Result<Lists, CallFailure>> => {
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
