import { readFileSync } from "node:fs";
import path from "node:path";
import * as v from "valibot";
import { parse } from "yaml";

export const CLASS_FOLDER = path.join(import.meta.dirname, "../../../../../resources/demo-class");

/**
 * Gives a time before the demo's first start, in milliseconds since 1970.
 * @param now the start, in the school's time zone
 */
type RelativeTime = (now: Temporal.ZonedDateTime) => number;

const TIME = /^(?:(\d+) minutes? ago|(\d+) days? ago at (\d\d:\d\d))$/;

/**
 * Reads a time such as `40 minutes ago` or `5 days ago at 19:20`.
 * @returns null for any other text
 */
export const readRelativeTime = (text: string): RelativeTime | null => {
  const [matched, minutes, days, time = ""] = TIME.exec(text) ?? [];
  if (matched === undefined) return null;
  return minutes === undefined
    ? (now) => now.subtract({ days: Number(days) }).withPlainTime(time).epochMilliseconds
    : (now) => now.epochMilliseconds - Number(minutes) * 60_000;
};

const time = v.pipe(
  v.string(),
  v.transform(readRelativeTime),
  v.custom<RelativeTime>((read) => read !== null),
);

/** Names in the folder, with the names that the author gave them. */
const files = v.optional(v.array(v.object({ file: v.string(), name: v.string() })), []);

const progress = v.object({
  username: v.string(),
  course: v.string(),
  /** How many of the course's first lessons are completed. */
  done: v.union([
    v.number(),
    v.pipe(
      v.literal("all"),
      v.transform(() => Number.POSITIVE_INFINITY),
    ),
  ]),
  /** When the first and the last of them were completed. */
  from: time,
  to: time,
  /** When the next lesson was opened; absent if it was not. */
  opened: v.optional(time),
});

export type CourseProgress = v.InferOutput<typeof progress>;

const classData = v.object({
  /** How many days before the demo's first start the class began. */
  startedDaysAgo: v.number(),
  /** The classmates of Dana Levi, the demo student. */
  classmates: v.array(
    v.object({
      username: v.string(),
      level: v.optional(v.number(), 0),
      firstName: v.string(),
      lastName: v.string(),
      hasAllCourses: v.optional(v.boolean(), false),
    }),
  ),
  progress: v.array(progress),
  handIns: v.array(
    v.object({
      username: v.string(),
      lesson: v.string(),
      at: time,
      comment: v.string(),
      files,
      answer: v.optional(
        v.object({
          state: v.picklist(["accepted", "returned"]),
          at: time,
          text: v.string(),
          /** Whether the student has not seen it yet. */
          isNew: v.optional(v.boolean(), false),
        }),
      ),
    }),
  ),
  /** The author of the first message of a conversation started it. */
  conversations: v.array(
    v.object({
      subject: v.string(),
      messages: v.array(
        v.object({
          from: v.string(),
          at: time,
          body: v.string(),
          files,
          /** Usernames of those who have not read it; all others have. */
          unreadBy: v.optional(v.array(v.string()), []),
        }),
      ),
    }),
  ),
  tables: v.array(
    v.object({
      username: v.string(),
      name: v.string(),
      units: v.picklist(["cm", "in"]),
      isDefault: v.optional(v.boolean(), false),
      updated: time,
      /** By the keys of the fields, in centimetres and degrees. */
      values: v.record(v.string(), v.number()),
    }),
  ),
  notes: v.array(
    v.object({ username: v.string(), lesson: v.string(), text: v.string(), updated: time }),
  ),
});

export type ClassData = v.InferOutput<typeof classData>;

/** Reads the class of the demo. @throws an error if its file is not as described here */
export const readClassData = (): ClassData =>
  v.parse(classData, parse(readFileSync(path.join(CLASS_FOLDER, "class.yaml"), "utf8")));
