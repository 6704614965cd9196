import { randomUUID } from "node:crypto";
import type { Kysely } from "kysely";
import { addDays, addMonths } from "../../../domain/calendar.ts";
import { accountById, addAccount, subscribe } from "../../accounts/account-rows.ts";
import { signedInAnswer, startSession } from "../../accounts/session/start-session.ts";
import type { Tables } from "../../db/schema.ts";
import { createSecret, type Secret } from "../../secrets.ts";
import type { Services } from "../../services.ts";
import { courseIds, publishedProducts, schoolLanguages } from "../import-school.ts";
import type { ContentProblem } from "../school.ts";

const MONTHS = 12;

/** A session in the form in which the app stores it, see `core/session.ts`. */
export interface StoredSession {
  readonly token: string;
  readonly sessionId: string;
  readonly user: unknown;
}

/**
 * Opens all lessons. Who has completed the last lesson of a course but one may read each of them, and
 * apart from that one the course looks as on the first day.
 */
const openLessons = async (db: Kysely<Tables>, accountId: number, now: number): Promise<void> => {
  const products = await publishedProducts(db);
  const completed = new Map<number, { package_id: number; course_id: number }>();
  for (const { props, lessonsOrder } of products.flatMap(({ courses }) => Object.values(courses))) {
    const lesson = lessonsOrder.at(-2);
    if (lesson) completed.set(lesson.id, { package_id: lesson.package_id, course_id: props.id });
  }
  await db.deleteFrom("progress").where("account_id", "=", accountId).execute();
  const times = { opened: now, completed: now, last_seen: now, seconds: 0 };
  for (const [lesson_id, place] of completed) {
    const row = { account_id: accountId, lesson_id, ...place, ...times };
    await db.insertInto("progress").values(row).execute();
  }
};

/** The one person of a preview: a student to whom all of the content is open. */
export class PreviewStudent {
  readonly #services: Services;
  #accountId: number | null = null;
  #session: { token: Secret; sessionId: string } | null = null;

  constructor(services: Services) {
    this.#services = services;
  }

  /** Opens what has just been imported to the student. */
  async update(): Promise<void> {
    const { database, catalogue, clock } = this.#services;
    const now = clock();
    const today = catalogue.current.schoolDays.of(now);
    const courses = await courseIds(database.read);
    this.#accountId ??= await this.#add(today);
    const accountId = this.#accountId;
    await database.write(async (db) => {
      const organisation = await db
        .selectFrom("organisation")
        .select("id")
        .orderBy("id", "desc")
        .executeTakeFirst();
      await db
        .updateTable("account")
        .set({
          organisation_id: organisation?.id ?? null,
          languages: JSON.stringify(await schoolLanguages(db)),
        })
        .where("id", "=", accountId)
        .execute();
      for (const course_id of courses.values()) {
        const period = { sub_date: addDays(today, -1), exp_date: addMonths(today, MONTHS) };
        await subscribe(db, { account_id: accountId, course_id, ...period, sub_months: MONTHS });
      }
      await openLessons(db, accountId, now);
    });
  }

  /** The session of every page of the preview. Another one begins when somebody has signed out. */
  async session(): Promise<StoredSession | null> {
    const { database, tokens } = this.#services;
    if (this.#accountId === null) return null;
    const account = await accountById(database.read, this.#accountId);
    if (this.#session && !(await tokens.find(this.#session.token))) this.#session = null;
    if (!this.#session) {
      const sessionId = randomUUID();
      const token = await database.write((db) =>
        startSession(this.#services, db, account, sessionId),
      );
      if (token === null) return null;
      this.#session = { token, sessionId };
    }
    const { token, sessionId } = this.#session;
    const { user } = await signedInAnswer(this.#services, account, sessionId, token);
    return { token, sessionId, user };
  }

  async #add(today: string): Promise<number> {
    const { database, passwords } = this.#services;
    // Nobody knows the password, as nobody signs in by it.
    const passwordHash = await passwords.hash(createSecret());
    return database.write(async (db) => {
      const added = await addAccount(db, {
        username: "preview",
        email: "preview@school.example",
        firstName: "Preview",
        lastName: "",
        level: 0,
        languages: await schoolLanguages(db),
        passwordHash,
        registered: today,
        expire: null,
      });
      if ("taken" in added) throw new Error("The name of the preview's student is taken");
      await db
        .updateTable("account")
        .set({ accepted_personaldata: today, accepted_mediaconsent: today })
        .where("id", "=", added.id)
        .execute();
      return added.id;
    });
  }
}

/** What a page of the preview shows, besides the app, before it is said in a language. */
export interface PreviewState {
  /** Names the content that the app shows. A page with another one loads again. */
  readonly version: string;
  /** Whether there is content; without any there is nothing to show behind the problems. */
  readonly hasContent: boolean;
  readonly problems: readonly ContentProblem[];
  readonly warnings: readonly ContentProblem[];
}

/** The state, and everybody who waits for the next one. */
export class PreviewStates {
  #current: PreviewState;
  readonly #listeners = new Set<(state: PreviewState) => void>();

  constructor(first: PreviewState) {
    this.#current = first;
  }

  get current(): PreviewState {
    return this.#current;
  }

  set(state: PreviewState): void {
    this.#current = state;
    for (const listener of this.#listeners) listener(state);
  }

  /** @returns stops listening */
  listen(listener: (state: PreviewState) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
