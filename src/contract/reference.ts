import * as v from "valibot";
import { call } from "./call.ts";
import { type DeepReadonly, id, list, orElse, text, type WireSchema } from "./wire.ts";

const faq = v.object({
  id,
  order: orElse(v.number(), 0),
  category: v.nullish(v.unknown()) as WireSchema<Record<string, string>, unknown>,
  translations: list(v.object({ language: v.string(), question: text, answer: text })),
});
export type FaqEntry = DeepReadonly<v.InferOutput<typeof faq>>;
export type SentFaq = v.InferInput<typeof faq>;

export const faqsAnswer = v.object({ faqs: v.array(faq) });

/** Questions and answers. Answers are fragments under the rules of lesson HTML. */
export const getFaqs = call({
  method: "GET",
  path: "/menu/faqs",
  answer: faqsAnswer,
});

const term = v.object({
  id,
  term: text,
  image: orElse(v.string(), null),
  translations: list(v.object({ language: v.string(), term: text, definition: text })),
});
export type Term = DeepReadonly<v.InferOutput<typeof term>>;
export type SentTerm = v.InferInput<typeof term>;

export const glossaryAnswer = v.object({ glossary: v.array(term) });

/** The glossary; `term` is the key that `<dfn data-term>` names. */
export const getGlossary = call({
  method: "GET",
  path: "/menu/glossary",
  answer: glossaryAnswer,
});

const instruction = v.object({
  id,
  order: orElse(v.number(), 0),
  courseId: orElse(id, null),
  translations: list(v.object({ language: v.string(), title: text, html: text })),
});
export type Instruction = DeepReadonly<v.InferOutput<typeof instruction>>;
export type SentInstruction = v.InferInput<typeof instruction>;

export const instructionsAnswer = v.object({ courseInstructions: v.array(instruction) });

/** How to study; `courseId` null is for every course. */
export const getInstructions = call({
  method: "GET",
  path: "/menu/instructions",
  answer: instructionsAnswer,
});
