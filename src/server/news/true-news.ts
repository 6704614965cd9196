import type { NewsKind } from "../../domain/news.ts";
import { storedTitle } from "../../domain/translated.ts";
import { type VisibleRows, visibleTo } from "../desk/visible-rows.ts";
import type { Services } from "../services.ts";
import { clocksOf } from "./news-choice.ts";
import type { StoredNews, ToldPerson } from "./news-rows.ts";
import { hasStudiedSince } from "./past-weeks.ts";

/** What is true about a row at this moment. */
export interface Truth {
  /** What became of the work, in an answer. */
  readonly state: "accepted" | "returned" | null;
  /** The subject of the message, or the assignment's title. */
  readonly title: string;
}

/** An answer that the student cannot see before this time. */
interface NotYet {
  readonly from: number;
}

type NewsServices = Pick<Services, "catalogue" | "database" | "clock">;

interface Look {
  readonly services: NewsServices;
  readonly person: ToldPerson;
  readonly rows: readonly StoredNews[];
  /** The language of the assignments' titles. */
  readonly language: string;
}

type Found = ReadonlyMap<number, Truth | NotYet>;

const NOTHING: Found = new Map();

const idsOf = (rows: readonly StoredNews[], kind: NewsKind): number[] =>
  rows.filter((row) => row.kind === kind).map(({ subject_id }) => subject_id);

/** An assignment's title; undefined if the school has it no more. */
const titleOf = ({ services, language }: Look, lessonId: number): string | undefined => {
  const titles = services.catalogue.current.assignments.get(lessonId)?.title;
  return titles && storedTitle(titles, language);
};

/** Hand-ins that still wait, and that the person may see. */
const handIns = async (look: Look, visible: () => Promise<VisibleRows>): Promise<Found> => {
  const ids = idsOf(look.rows, "hand-in");
  if (ids.length === 0) return NOTHING;
  const waiting = await look.services.database.read
    .selectFrom("upload")
    .select(["id", "lesson_id"])
    .where("id", "in", ids)
    .where("state", "=", "uploaded")
    .where("latest", "=", 1)
    .where((await visible()).handIns())
    .execute();
  return new Map(
    waiting.flatMap(({ id, lesson_id }) => {
      const title = titleOf(look, lesson_id);
      return title === undefined ? [] : [[id, { state: null, title }]];
    }),
  );
};

/** Answers that have not been taken back, and that the student has not seen. */
const answers = async (look: Look): Promise<Found> => {
  const ids = idsOf(look.rows, "answer");
  if (ids.length === 0) return NOTHING;
  const { services, person } = look;
  const now = services.clock();
  const answered = await services.database.read
    .selectFrom("upload")
    .select(["id", "lesson_id", "state", "published_at", "feedback_at"])
    .where("id", "in", ids)
    .where("account_id", "=", person.id)
    .where("feedback_at", "is not", null)
    .where("seen", "=", 0)
    .execute();
  return new Map(
    answered.flatMap(
      ({ id, lesson_id, state, published_at, feedback_at }): [number, Truth | NotYet][] => {
        const title = titleOf(look, lesson_id);
        if (title === undefined || state === "uploaded") return [];
        const from = published_at ?? feedback_at ?? 0;
        return [[id, from > now ? { from } : { state, title }]];
      },
    ),
  );
};

/** The subjects of conversations, by their first messages. */
const subjects = (look: Look, ids: readonly number[]) =>
  look.services.database.read
    .selectFrom("conversation")
    .select((select) => [
      "conversation.id",
      select
        .selectFrom("message")
        .select("subject")
        .whereRef("message.conversation_id", "=", "conversation.id")
        .orderBy("id")
        .limit(1)
        .as("subject"),
    ])
    .where("conversation.id", "in", ids);

const bySubject = (rows: readonly { id: number; subject: string | null }[]): Found =>
  new Map(rows.map(({ id, subject }) => [id, { state: null, title: subject ?? "" }]));

/** Conversations in which a student waits for an answer, and that the person may see. */
const questions = async (look: Look, visible: () => Promise<VisibleRows>): Promise<Found> => {
  const ids = idsOf(look.rows, "question");
  if (ids.length === 0) return NOTHING;
  const waiting = await subjects(look, ids)
    .where("waiting", "=", 1)
    .where((await visible()).conversations())
    .execute();
  return bySubject(waiting);
};

/** The person's conversations with a message that they have not read. */
const messages = async (look: Look): Promise<Found> => {
  const ids = idsOf(look.rows, "message");
  if (ids.length === 0) return NOTHING;
  const { person } = look;
  const first = Math.min(...look.rows.map(({ at }) => at));
  const unread = await subjects(look, ids)
    .where("conversation.account_id", "=", person.id)
    .where((where) =>
      where.exists(
        where
          .selectFrom("message")
          .leftJoin("message_read", (join) =>
            join
              .onRef("message_read.message_id", "=", "message.id")
              .on("message_read.account_id", "=", person.id),
          )
          .select("message.id")
          .whereRef("message.conversation_id", "=", "conversation.id")
          .where("message.author_id", "!=", person.id)
          .where("message.created", ">=", first)
          .where("message_read.message_id", "is", null),
      ),
    )
    .execute();
  return bySubject(unread);
};

/** Weeks in which the person has not studied, nor since then. */
const idleWeeks = async ({ services, person, rows }: Look): Promise<Found> => {
  const found = new Map<number, Truth>();
  const { read } = services.database;
  const clocks = clocksOf(person.zone, services.catalogue.current.schoolDays);
  for (const week of person.idle === 1 ? idsOf(rows, "idle") : []) {
    if (await hasStudiedSince(read, person.id, week, clocks)) continue;
    found.set(week, { state: null, title: "" });
  }
  return found;
};

/** Looks up what is true about the rows of a person, and what the person may not know yet. */
export const lookUp = async (
  look: Look,
): Promise<(row: StoredNews) => Truth | NotYet | undefined> => {
  const { services, person } = look;
  let visible: Promise<VisibleRows> | undefined;
  const whatIsVisible = () => {
    const viewer = { accountId: person.id, level: person.level };
    visible ??= visibleTo(services, services.database.read, viewer);
    return visible;
  };
  const found: Readonly<Record<NewsKind, Found>> = {
    "hand-in": await handIns(look, whatIsVisible),
    question: await questions(look, whatIsVisible),
    answer: await answers(look),
    message: await messages(look),
    idle: await idleWeeks(look),
  };
  return ({ kind, subject_id }) => found[kind].get(subject_id);
};
