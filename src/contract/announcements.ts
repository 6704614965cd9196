import * as v from "valibot";
import { call } from "./call.ts";
import { type DeepReadonly, date, id, list, text, type WireSchema } from "./wire.ts";

const announcement = v.object({
  id,
  /** Its first and its last day. */
  from: date as WireSchema<string, string | null>,
  to: date as WireSchema<string, string | null>,
  translations: list(v.object({ language: v.string(), title: text, body: text })),
});

export type SentAnnouncement = v.InferInput<typeof announcement>;
export type Announcement = DeepReadonly<v.InferOutput<typeof announcement>>;

const many = v.object({ announcements: list(announcement) });

/** All of them, those to come and those that are over too. */
export const getAnnouncements = call({
  method: "GET",
  path: "/organizations/:id/announcements",
  answer: many,
});

/** Those of today. Errors in fetching them are ignored. */
export const getActiveAnnouncements = call({
  method: "GET",
  path: "/organizations/:id/announcements/active",
  open: true,
  answer: many,
});
