import { directionOf } from "../../domain/languages.ts";
import { GATHER_MS, nextDigest } from "../../domain/news.ts";
import { isSessionExpired } from "../../domain/session-expiry.ts";
import { cutText } from "../../lib/cut-text.ts";
import { inParallel } from "../../lib/in-parallel.ts";
import { singleFlight } from "../../lib/single-flight.ts";
import { LostLeaseError } from "../db/lease.ts";
import type { ReplaceableMailer } from "../mailer.ts";
import { schoolToday } from "../school/school-today.ts";
import type { SecretHash } from "../secrets.ts";
import { serverLanguage } from "../server-texts.ts";
import type { Services } from "../services.ts";
import { composeNews, type News } from "./compose-news.ts";
import {
  assertHeld,
  awaitDigest,
  type DuePerson,
  finish,
  giveBack,
  takeDue,
  tryAgain,
  tryLater,
} from "./due-people.ts";
import { mailOfNews, type Organisations, readOrganisations } from "./mail-news.ts";
import { MailServer } from "./mail-server.ts";
import { choiceOf, clocksOf, schoolLanguage, storeChoice } from "./news-choice.ts";
import {
  deleteRows,
  markPushed,
  readPeople,
  readRows,
  restoreRows,
  type StoredNews,
  type ToldPerson,
} from "./news-rows.ts";
import { noticePastWeeks } from "./past-weeks.ts";
import { addMessage, devicesOf, type PushMessage } from "./push/push-devices.ts";
import { lookUp } from "./true-news.ts";

/** A device shows a part of a longer name. */
const MAX_NAME = 100;

/** The notification of news: the subject of its mail, and no word more. */
const messageOfNews = (news: readonly News[], language: string, school: string): PushMessage => {
  const { subject, url } = composeNews(news, language, "");
  const texts = { lang: language, dir: directionOf(language), path: url };
  return school === ""
    ? { title: subject, body: "", ...texts }
    : { title: cutText(school, MAX_NAME), body: subject, ...texts };
};

interface ToldNews extends News {
  readonly row: StoredNews;
}

const rowsOf = (news: readonly ToldNews[]): StoredNews[] => news.map(({ row }) => row);

interface DeviceNews {
  readonly devices: readonly SecretHash[];
  readonly news: readonly ToldNews[];
  readonly language: string;
  readonly school: string;
}

/**
 * Has a person's devices told of what they have not been told yet, also while mails wait. It is sent apart
 * from the mails.
 * @throws LostLeaseError
 */
const pushNews = async (
  { database, clock }: Pick<Services, "database" | "clock">,
  due: DuePerson,
  { devices, news, language, school }: DeviceNews,
): Promise<void> => {
  const fresh = news.filter(({ row }) => row.pushed === 0);
  if (devices.length === 0 || fresh.length === 0) return;
  const message = messageOfNews(fresh, language, school);
  await database.write(async (db) => {
    await assertHeld(db, due);
    await markPushed(db, rowsOf(fresh));
    await addMessage(db, devices, message, clock());
  });
};

/** What is to be told to a person, and what is not. */
interface PersonsNews {
  readonly news: readonly ToldNews[];
  /** The rows that are no longer true, or not for this person. */
  readonly over: readonly StoredNews[];
  /** When the next row can be told that cannot be told yet; null if there is none. */
  readonly later: number | null;
}

type NewsServices = Pick<Services, "catalogue" | "database" | "clock">;

/** Whether somebody can sign in. Nobody else is told anything. */
const isActive = (services: NewsServices, { blocked, expire, level }: ToldPerson): boolean =>
  blocked === null && !isSessionExpired(expire, schoolToday(services), level);

/**
 * What is true of the rows of a person at this moment.
 * @param language of the assignments' titles
 */
const newsOfPerson = async (
  services: NewsServices,
  person: ToldPerson,
  rows: readonly StoredNews[],
  language: string,
): Promise<PersonsNews> => {
  const news: ToldNews[] = [];
  const over: StoredNews[] = [];
  let later: number | null = null;
  if (!isActive(services, person)) return { news, over: rows, later };
  const truthOf = await lookUp({ services, person, rows, language });
  for (const row of rows) {
    const truth = truthOf(row);
    if (!truth) over.push(row);
    else if ("from" in truth) later = Math.min(later ?? truth.from, truth.from);
    else news.push({ kind: row.kind, subjectId: row.subject_id, ...truth, row });
  }
  return { news, over, later };
};

/** How many mails are on their way at once, and so how many connections the mail server has. */
export const MAILS_AT_ONCE = 4;
const PEOPLE_AT_ONCE = 50;

interface Batch {
  readonly people: ReadonlyMap<number, ToldPerson>;
  readonly rows: ReadonlyMap<number, readonly StoredNews[]>;
  readonly devices: ReadonlyMap<number, readonly SecretHash[]>;
  readonly organisations: Organisations;
  /** For people whose language is not known. */
  readonly language: string;
}

/** Tells people what is new, when it is due. Several servers of a school share the work. */
export class NewsTeller {
  readonly #services: Services;
  readonly #mailServer: MailServer;

  /** @param mailer for news alone, so that no other mail waits for it */
  constructor(services: Services, mailer: ReplaceableMailer) {
    this.#services = services;
    this.#mailServer = new MailServer(services, mailer);
  }

  /** Tells all that is due. A run that is under way is not joined by another one. */
  readonly run = singleFlight(() => this.#run());

  async #run(): Promise<void> {
    const { database, background, clock } = this.#services;
    await noticePastWeeks(this.#services);
    while (!background.isEnding) {
      const taken = await takeDue(database, clock(), PEOPLE_AT_ONCE);
      if (taken.length === 0) return;
      const batch = await this.#read(taken);
      await inParallel(taken, MAILS_AT_ONCE, (one) => this.#tell(one, batch));
    }
  }

  async #read(taken: readonly DuePerson[]): Promise<Batch> {
    const { database, clock } = this.#services;
    const { read } = database;
    const ids = taken.map(({ account_id }) => account_id);
    const people = await readPeople(read, ids);
    return {
      people: new Map(people.map((person) => [person.id, person])),
      rows: Map.groupBy(await readRows(read, ids), ({ account_id }) => account_id),
      devices: await devicesOf(read, ids, clock()),
      organisations: readOrganisations(read),
      language: await schoolLanguage(read),
    };
  }

  async #tell(due: DuePerson, batch: Batch): Promise<void> {
    const { database, background, log, clock } = this.#services;
    try {
      if (background.isEnding) await database.write((db) => giveBack(db, due));
      else await this.#tellPerson(due, batch);
    } catch (reason) {
      // A person who was removed meanwhile has no news to take either.
      if (reason instanceof LostLeaseError) return;
      log.error("Telling news failed", reason);
      await database.write((db) => tryLater(db, due, clock()));
    }
  }

  async #tellPerson(due: DuePerson, batch: Batch): Promise<void> {
    const { database, catalogue, clock } = this.#services;
    const now = clock();
    const person = batch.people.get(due.account_id);
    if (!person) return;
    const { mail, hour } = choiceOf(person.level, person);
    if (mail === "digest") {
      const clocks = clocksOf(person.zone, catalogue.current.schoolDays);
      // What happened just before the hour comes with it.
      const digest = due.digest ?? nextDigest(due.since - GATHER_MS, hour, clocks);
      if (digest > now) {
        await database.write((db) => awaitDigest(db, due, digest));
        return;
      }
    }
    const language = serverLanguage(person.language || batch.language);
    const rows = batch.rows.get(person.id) ?? [];
    const found = await newsOfPerson(this.#services, person, rows, language);
    const cannotBeMailed = person.refused === person.email;
    if (found.news.length > 0 && mail !== "never") {
      const organisation = await batch.organisations(person.organisation_id);
      await pushNews(this.#services, due, {
        news: found.news,
        devices: batch.devices.get(person.id) ?? [],
        language,
        school: organisation?.name ?? "",
      });
      if (!cannotBeMailed) {
        await this.#mail(due, batch, person, found, language);
        return;
      }
    }
    await database.write(async (db) => {
      // What an address has refused is told once it, or another one, takes mails.
      await deleteRows(db, cannotBeMailed ? found.over : [...found.over, ...rowsOf(found.news)]);
      await finish(db, due, now, found.later);
    });
  }

  async #mail(
    due: DuePerson,
    { organisations }: Batch,
    person: ToldPerson,
    { news, over, later }: PersonsNews,
    language: string,
  ): Promise<void> {
    const { database, clock, publicUrl } = this.#services;
    const newsRows = rowsOf(news);
    const opensAt = this.#mailServer.opensAt;
    if (opensAt !== null) {
      await database.write((db) => tryLater(db, due, clock(), opensAt));
      return;
    }
    const composed = composeNews(news, language, `${publicUrl()}/tls`);
    const mail = await mailOfNews(
      this.#services,
      organisations,
      person,
      newsRows,
      composed,
      language,
    );
    const beforeEnd = () =>
      // A server that dies from here on leaves nothing to be told again.
      database.write(async (db) => {
        await deleteRows(db, [...newsRows, ...over]);
        await finish(db, due, clock(), later);
      });
    const failed = await this.#mailServer.send({ ...mail, beforeEnd });
    if (!failed || failed.failure === "unknown") return;
    const now = clock();
    await database.write(async (db) => {
      if (failed.failure === "address") {
        await storeChoice(db, person.id, { refused: person.email, refused_at: now });
        await finish(db, due, now, null);
      } else if (failed.failure === "away") {
        await tryLater(db, due, now, this.#mailServer.opensAt ?? undefined);
      } else if (failed.hasEnded) {
        await restoreRows(db, newsRows);
        await tryAgain(db, due, now);
      } else {
        await tryLater(db, due, now);
      }
    });
  }
}
