import * as v from "valibot";
import { product } from "../../contract/content.ts";
import type { IndexFile } from "../../contract/local-content.ts";
import {
  getContentChecksum,
  getTreeList,
  getUserContent,
  type TreeFile,
} from "../../contract/local-files.ts";
import { getFaqs, getGlossary, getInstructions } from "../../contract/reference.ts";
import { Result } from "../../lib/result.ts";
import type { CallFailure } from "../../transport/call-failure.ts";
import type { Send } from "../../transport/transport.ts";

/** What the index files hold, as the server sent it. */
export type Content = Record<Exclude<IndexFile, "filetree.json">, unknown>;

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

const undecodable: CallFailure = { kind: "undecodable", json: true };

export const fetchChecksum = async ({ send, headers, signal }: Asking) => {
  const answer = await send(getContentChecksum, { headers: headers(), signal });
  return answer.ok ? Result.ok(answer.value.checksum) : answer;
};

/** All content for use without a network; checked, but kept with all that the server sends. */
export const fetchContent = async ({
  send,
  headers,
  signal,
}: Asking): Promise<Result<Content, CallFailure>> => {
  const options = { headers: headers(), signal };
  const raw = <Path extends string, Query extends string>(call: {
    method: "GET" | "POST" | "PUT" | "DELETE";
    path: Path;
    query?: readonly Query[];
  }) => send({ ...call, answer: v.record(v.string(), v.unknown()) }, options as never);
  const [content, faqs, glossary, instructions] = await Promise.all([
    raw(getUserContent),
    raw(getFaqs),
    raw(getGlossary),
    raw(getInstructions),
  ]);
  if (!content.ok) return content;
  if (!faqs.ok) return faqs;
  if (!glossary.ok) return glossary;
  if (!instructions.ok) return instructions;
  const whole = v.object({ content: v.object({ products: v.record(v.string(), product) }) });
  const good =
    v.is(whole, content.value) &&
    v.safeParse(getFaqs.answer as v.GenericSchema, faqs.value).success &&
    v.safeParse(getGlossary.answer as v.GenericSchema, glossary.value).success &&
    v.safeParse(getInstructions.answer as v.GenericSchema, instructions.value).success;
  if (!good) return Result.fail(undecodable);
  return Result.ok({
    "content.json": content.value.content,
    "faqs.json": faqs.value.faqs,
    "glossary.json": glossary.value.glossary,
    "instructions.json": instructions.value.courseInstructions,
  });
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
