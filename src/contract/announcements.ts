import * as v from "valibot";
import { call } from "./call.ts";
import { type DeepReadonly, date, id, list, text, type WireSchema } from "./wire.ts";

const announcement = v.object({
  id,
  /** The first and the last day on which it is shown. */
  from: date as WireSchema<string, string | null>,
  to: date as WireSchema<string, string | null>,
  translations: list(v.object({ language: v.string(), title: text, body: text })),
});

export type SentAnnouncement = v.InferInput<typeof announcement>;
export type Announcement = DeepReadonly<v.InferOutput<typeof announcement>>;

const announcementList = v.object({ announcements: list(announcement) });

/** All announcements, also future and past ones. */
export const getAnnouncements = call({
  method: "GET",
  path: "/organizations/:id/announcements",
  answer: announcementList,
});

/** The announcements of today. Clients ignore errors. */
export const getActiveAnnouncements = call({
  method: "GET",
  path: "/organizations/:id/announcements/active",
  open: true,
  answer: announcementList,
});
