import * as v from "valibot";
import { call } from "./call.ts";
import { type DeepReadonly, id, list, text } from "./wire.ts";

const faq = v.object({
  id,
  order: v.nullish(v.number(), 0),
  category: v.nullish(v.unknown()),
  translations: list(v.object({ language: v.string(), question: text, answer: text })),
});
export type FaqEntry = DeepReadonly<v.InferOutput<typeof faq>>;

/** Questions and answers. Answers are fragments under the rules of lesson HTML. */
export const getFaqs = call({
  method: "GET",
  path: "/menu/faqs",
  answer: v.object({ faqs: v.array(faq) }),
});

const term = v.object({
  id,
  term: text,
  image: v.nullish(v.string(), null),
  translations: list(v.object({ language: v.string(), term: text, definition: text })),
});
export type Term = DeepReadonly<v.InferOutput<typeof term>>;

/** The glossary; `term` is the key that `<dfn data-term>` names. */
export const getGlossary = call({
  method: "GET",
  path: "/menu/glossary",
  answer: v.object({ glossary: v.array(term) }),
});

const instruction = v.object({
  id,
  order: v.nullish(v.number(), 0),
  courseId: v.nullish(id, null),
  translations: list(v.object({ language: v.string(), title: text, html: text })),
});
export type Instruction = DeepReadonly<v.InferOutput<typeof instruction>>;

/** How to study; `courseId` null is for every course. */
export const getInstructions = call({
  method: "GET",
  path: "/menu/instructions",
  answer: v.object({ courseInstructions: v.array(instruction) }),
});
