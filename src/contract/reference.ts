import * as v from "valibot";
import { call } from "./call.ts";
import {
  type DeepReadonly,
  id,
  leftOut,
  list,
  text,
  type WireSchema,
  withDefault,
} from "./wire.ts";

const faq = v.object({
  id,
  order: withDefault(v.number(), 0),
  category: v.nullish(v.unknown()) as WireSchema<Record<string, string>, unknown>,
  translations: list(v.object({ language: v.string(), question: text, answer: text })),
});
export type FaqEntry = DeepReadonly<v.InferOutput<typeof faq>>;
export type SentFaq = v.InferInput<typeof faq>;

export const faqsAnswer = v.object({ faqs: v.array(faq) });

/** Questions and answers. An answer is an HTML fragment like that of a lesson page. */
export const getFaqs = call.get("/menu/faqs", { answer: faqsAnswer });

const term = v.object({
  id,
  term: text,
  image: withDefault(v.string(), null),
  translations: list(v.object({ language: v.string(), term: text, definition: text })),
});
export type Term = DeepReadonly<v.InferOutput<typeof term>>;
export type SentTerm = v.InferInput<typeof term>;

export const glossaryAnswer = v.object({ glossary: v.array(term) });

/** The glossary. `<dfn data-term>` in a lesson refers to an entry by its `term`. */
export const getGlossary = call.get("/menu/glossary", { answer: glossaryAnswer });

const instruction = v.object({
  id,
  order: withDefault(v.number(), 0),
  courseId: withDefault(id, null),
  translations: list(v.object({ language: v.string(), title: leftOut, html: text })),
});
export type Instruction = DeepReadonly<v.InferOutput<typeof instruction>>;
export type SentInstruction = v.InferInput<typeof instruction>;

export const instructionsAnswer = v.object({ courseInstructions: v.array(instruction) });

/** The instructions how to study. `courseId` is null for those of all courses. */
export const getInstructions = call.get("/menu/instructions", { answer: instructionsAnswer });
