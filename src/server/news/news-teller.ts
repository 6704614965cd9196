import { GATHER_MS, nextDigest } from "../../domain/news.ts";
import { inParallel } from "../../lib/in-parallel.ts";
import { singleFlight } from "../../lib/single-flight.ts";
import type { Mailer, ReplaceableMailer } from "../mailer.ts";
import type { SecretHash } from "../secrets.ts";
import { serverLanguage } from "../server-texts.ts";
import type { Services } from "../services.ts";
import { Circuit } from "./circuit.ts";
import {
  awaitDigest,
  type Claimed,
  claimDue,
  finish,
  giveBack,
  LostClaimError,
  tryAgain,
  tryLater,
} from "./claim-due.ts";
import { composeNews } from "./compose-news.ts";
import { mailFailureOf } from "./mail-failure.ts";
import { mailOfNews, type Organisations, readOrganisations } from "./mail-news.ts";
import { choiceOf, clocksOf, schoolLanguage, storeChoice } from "./news-choice.ts";
import { newsOfPerson, type PersonsNews } from "./news-of-person.ts";
import {
  deleteRows,
  readPeople,
  readRows,
  restoreRows,
  type StoredNews,
  type ToldPerson,
} from "./news-rows.ts";
import { noticePastWeeks } from "./past-weeks.ts";
import { devicesOf } from "./push/push-devices.ts";
import { pushNews } from "./push-news.ts";

/** How many mails are on their way at once, and so how many connections the mail server has. */
export const MAILS_AT_ONCE = 4;
/** How many people's news is in memory. */
const PEOPLE_AT_ONCE = 50;

/** What the news of some people is told with. */
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
  readonly #mailer: Mailer;
  readonly #mailServer: Circuit;

  /** @param mailer for news alone, so that no other mail waits for it */
  constructor(services: Services, mailer: ReplaceableMailer) {
    this.#services = services;
    this.#mailer = mailer;
    this.#mailServer = new Circuit(services.clock);
    mailer.onReplaced = () => this.#mailServer.succeeded();
  }

  /** Tells all that is due. A run that is under way is not joined by another one. */
  readonly run = singleFlight(() => this.#run());

  async #run(): Promise<void> {
    const { database, background, clock } = this.#services;
    await noticePastWeeks(this.#services);
    while (!background.isEnding) {
      const claimed = await claimDue(database, clock(), PEOPLE_AT_ONCE);
      if (claimed.length === 0) return;
      const batch = await this.#read(claimed);
      await inParallel(claimed, MAILS_AT_ONCE, (one) => this.#tell(one, batch));
    }
  }

  async #read(claimed: readonly Claimed[]): Promise<Batch> {
    const { database, clock } = this.#services;
    const { read } = database;
    const ids = claimed.map(({ accountId }) => accountId);
    const people = await readPeople(read, ids);
    return {
      people: new Map(people.map((person) => [person.id, person])),
      rows: Map.groupBy(await readRows(read, ids), ({ account_id }) => account_id),
      devices: await devicesOf(read, ids, clock()),
      organisations: readOrganisations(read),
      language: await schoolLanguage(read),
    };
  }

  async #tell(claimed: Claimed, batch: Batch): Promise<void> {
    const { database, background, log, clock } = this.#services;
    try {
      if (background.isEnding) await database.write((db) => giveBack(db, claimed));
      else await this.#tellPerson(claimed, batch);
    } catch (reason) {
      // A person who was removed meanwhile has no news to claim either.
      if (reason instanceof LostClaimError) return;
      log.error("Telling news failed", reason);
      await database.write((db) => tryLater(db, claimed, clock()));
    }
  }

  async #tellPerson(claimed: Claimed, batch: Batch): Promise<void> {
    const { database, catalogue, clock } = this.#services;
    const now = clock();
    const person = batch.people.get(claimed.accountId);
    if (!person) return;
    const { mail, hour } = choiceOf(person.level, person);
    if (mail === "digest") {
      const clocks = clocksOf(person.zone, catalogue.current.schoolDays);
      // What happened just before the hour comes with it.
      const due = claimed.digest ?? nextDigest(claimed.since - GATHER_MS, hour, clocks);
      if (due > now) {
        await database.write((db) => awaitDigest(db, claimed, due));
        return;
      }
    }
    const language = serverLanguage(person.language || batch.language);
    const rows = batch.rows.get(person.id) ?? [];
    const found = await newsOfPerson(this.#services, person, rows, language);
    const cannotBeMailed = person.refused === person.email;
    if (found.news.length > 0 && mail !== "never") {
      const organisation = await batch.organisations(person.organisation_id);
      await pushNews(this.#services, claimed, {
        ...found,
        devices: batch.devices.get(person.id) ?? [],
        language,
        school: organisation?.name ?? "",
      });
      if (!cannotBeMailed) {
        await this.#mail(claimed, batch, person, found, language);
        return;
      }
    }
    await database.write(async (db) => {
      // What an address has refused is told once it, or another one, takes mails.
      await deleteRows(db, cannotBeMailed ? found.over : [...found.over, ...found.told]);
      await finish(db, claimed, now, found.later);
    });
  }

  async #mail(
    claimed: Claimed,
    { organisations }: Batch,
    person: ToldPerson,
    { news, told, over, later }: PersonsNews,
    language: string,
  ): Promise<void> {
    const { database, clock, publicUrl } = this.#services;
    const opensAt = this.#mailServer.opensAt;
    if (opensAt !== null) {
      await database.write((db) => tryLater(db, claimed, clock(), opensAt));
      return;
    }
    const composed = composeNews(news, language, `${publicUrl()}/tls`);
    const mail = await mailOfNews(this.#services, organisations, person, told, composed, language);
    let hasEnded = false;
    const beforeEnd = async () => {
      // A server that dies from here on leaves nothing to be told again.
      await database.write(async (db) => {
        await deleteRows(db, [...told, ...over]);
        await finish(db, claimed, clock(), later);
      });
      hasEnded = true;
    };
    try {
      await this.#mailer.send({ ...mail, beforeEnd });
      this.#mailServer.succeeded();
    } catch (reason) {
      if (reason instanceof LostClaimError) throw reason;
      await this.#failed(reason, hasEnded, claimed, person, told);
    }
  }

  async #failed(
    reason: unknown,
    hasEnded: boolean,
    claimed: Claimed,
    { id, email }: ToldPerson,
    told: readonly StoredNews[],
  ): Promise<void> {
    const { database, clock, log } = this.#services;
    const now = clock();
    const { code, responseCode } = reason as { code?: string; responseCode?: number };
    switch (mailFailureOf(reason, hasEnded)) {
      case "address":
        log.warn("A mail address was refused for good: `user list` shows it", { responseCode });
        await database.write(async (db) => {
          await storeChoice(db, id, { refused: email, refused_at: now });
          await finish(db, claimed, now, null);
        });
        return;
      case "mail":
        this.#mailServer.succeeded();
        await database.write(async (db) => {
          if (!hasEnded) return tryLater(db, claimed, now);
          await restoreRows(db, told);
          return tryAgain(db, claimed, now);
        });
        return;
      case "unknown":
        this.#mailServer.failed();
        log.warn("The mail server has not said whether it has a mail", { code });
        return;
      default:
        if (this.#mailServer.failed()) log.warn("The mail server is away", { code, responseCode });
        await database.write((db) =>
          tryLater(db, claimed, now, this.#mailServer.opensAt ?? undefined),
        );
    }
  }
}
