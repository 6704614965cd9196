import * as v from "valibot";
import { call } from "./call.ts";
import { type DeepReadonly, date, id, list, text, withDefault } from "./wire.ts";

const answer = v.object({
  /** The assignment. */
  id,
  /** In the requested language. */
  title: text,
  /** When the answer was given. */
  date,
});

const unseen = v.object({
  /** Answers to the person's hand-ins that they have not seen: one for each assignment, the newest first. */
  answers: list(answer),
  messages: withDefault(v.number(), 0),
  /** For tutors: how much waits at the desk. */
  desk: withDefault(v.object({ hand_ins: v.number(), messages: v.number() }), null),
});

export type Unseen = DeepReadonly<v.InferOutput<typeof unseen>>;

/**
 * What is new for the person. An open app asks every few seconds, so the answer is short. Only our school
 * knows it; another one answers 404.
 */
export const getUnseen = call.get("/user/unseen", {
  query: ["language"],
  answer: v.object({ unseen }),
});
