import * as v from "valibot";
import { call } from "./call.ts";
import { cursor, PAGE_QUERY } from "./page.ts";
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

const announcementList = v.object({ announcements: list(announcement), cursor });

/** A page of all announcements, also future and past ones, by their first days. */
export const getAnnouncements = call.get("/organizations/:id/announcements", {
  query: PAGE_QUERY,
  answer: announcementList,
});

/** A page of the announcements of today. Clients ignore errors. */
export const getActiveAnnouncements = call.get("/organizations/:id/announcements/active", {
  open: true,
  query: PAGE_QUERY,
  answer: announcementList,
});
