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
import type { Send } from "../transport/transport.ts";
import { createResource } from "./create-resource.ts";

export type ReferenceFailure =
  | { readonly kind: "no-connection" }
  /** What came is not what the contract says. */
  | { readonly kind: "invalid-content" };

export interface Faq extends Omit<FaqEntry, "category"> {
  /** By language; empty for a question without one. */
  readonly category: Readonly<Record<string, string>>;
}

/** A list of the school's. */
const createList = <Answer, Entry>(
  send: Send,
  call: Call<string, unknown, Answer>,
  entriesOf: (answer: Answer) => readonly Entry[],
  renewals: () => number,
) =>
  createResource<readonly Entry[], ReferenceFailure>({
    version: renewals,
    async fetch() {
      const answer = await send(call);
      if (answer.ok) return Result.ok(entriesOf(answer.value));
      // What is not even JSON does not come from the school: a captive portal, a broken proxy.
      const isInvalid = answer.failure.kind === "undecodable" && answer.failure.json;
      return Result.fail({ kind: isInvalid ? "invalid-content" : "no-connection" });
    },
  });

/** Schools name a category in one language or in several. */
const categoryOf = (category: unknown): Record<string, string> => {
  if (typeof category === "string") return category ? { en: category } : {};
  if (typeof category !== "object" || category === null) return {};
  return Object.fromEntries(
    Object.entries(category).filter(([, name]) => typeof name === "string" && name.trim()),
  );
};

const inOrder = <Entry extends { readonly order: number }>(entries: readonly Entry[]): Entry[] =>
  entries.toSorted((a, b) => a.order - b.order);

/**
 * What people look things up in: questions and answers, the glossary, how to study.
 * @param renewals counts how often the content has become another
 */
export const createReference = (send: Send, renewals: () => number = () => 0) => ({
  faqs: createList(
    send,
    getFaqs,
    ({ faqs }): Faq[] =>
      inOrder<FaqEntry>(faqs).map((faq) => ({ ...faq, category: categoryOf(faq.category) })),
    renewals,
  ),
  glossary: createList(send, getGlossary, ({ glossary }): readonly Term[] => glossary, renewals),
  instructions: createList(
    send,
    getInstructions,
    ({ courseInstructions }) => inOrder<Instruction>(courseInstructions),
    renewals,
  ),
});

export type Reference = ReturnType<typeof createReference>;

/** The glossary's entry for a term, in any case of letters. */
export const findTerm = (terms: readonly Term[], name: string): Term | null => {
  const wanted = name.trim().toLowerCase();
  return terms.find(({ term }) => term.trim().toLowerCase() === wanted) ?? null;
};
