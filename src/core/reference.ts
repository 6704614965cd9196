import type { Call } from "../contract/call.ts";
import {
  type FaqEntry,
  getFaqs,
  getGlossary,
  getInstructions,
  type Instruction,
  type Term,
} from "../contract/reference.ts";
import { Result } from "../lib/result.ts";
import type { CallFailure } from "../transport/call-failure.ts";
import type { Send } from "../transport/transport.ts";
import { createResource } from "./create-resource.ts";
import type { FailureTable } from "./match-failure.ts";

/** The messages shown in place of a reference work that could not be loaded. */
export const referenceMessages = {
  undecodable: "reference-failure.invalid-content",
  else: "reference-failure.no-connection",
} as const satisfies FailureTable;

export interface Faq extends Omit<FaqEntry, "category"> {
  /** By language; empty if the question has no category. */
  readonly category: Readonly<Record<string, string>>;
}

/** A list that the school provides. */
const createList = <Answer, Entry>(
  send: Send,
  call: Call<string, unknown, Answer>,
  entriesOf: (answer: Answer) => readonly Entry[],
  contentVersion: () => number,
) =>
  createResource<readonly Entry[], CallFailure>({
    version: contentVersion,
    async fetch(onNewer) {
      const answer = await send(call, { onNewer });
      return answer.ok ? Result.ok(entriesOf(answer.value)) : answer;
    },
  });

/** A school sends a category as a text or as texts by language. */
const categoryOf = (category: unknown): Record<string, string> => {
  if (typeof category === "string") return category ? { en: category } : {};
  return Object.fromEntries(
    Object.entries(category ?? {}).filter(([, name]) => typeof name === "string" && name.trim()),
  );
};

const byOrder = <Entry extends { readonly order: number }>(entries: readonly Entry[]): Entry[] =>
  entries.toSorted((a, b) => a.order - b.order);

/**
 * The reference works: questions and answers, the glossary, how to study.
 * @param contentVersion how often the content has been replaced; a change makes the lists stale
 */
export const createReference = (send: Send, contentVersion: () => number) => ({
  faqs: createList(
    send,
    getFaqs,
    ({ faqs }): Faq[] =>
      byOrder<FaqEntry>(faqs).map((faq) => ({ ...faq, category: categoryOf(faq.category) })),
    contentVersion,
  ),
  glossary: createList(
    send,
    getGlossary,
    ({ glossary }): readonly Term[] => glossary,
    contentVersion,
  ),
  instructions: createList(
    send,
    getInstructions,
    ({ courseInstructions }) => byOrder<Instruction>(courseInstructions),
    contentVersion,
  ),
});

export type Reference = ReturnType<typeof createReference>;

/** Finds the glossary entry for a term, ignoring case. @returns null if there is none */
export const findTerm = (terms: readonly Term[], name: string): Term | null => {
  const wanted = name.trim().toLowerCase();
  return terms.find(({ term }) => term.trim().toLowerCase() === wanted) ?? null;
};
