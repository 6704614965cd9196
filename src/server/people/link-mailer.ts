import { type Selectable, sql } from "kysely";
import { pauseAfter, TRIED_MS } from "../../domain/news.ts";
import { inParallel } from "../../lib/in-parallel.ts";
import { singleFlight } from "../../lib/single-flight.ts";
import { leasedWork, NO_LEASE } from "../db/lease.ts";
import type { Account, Tables } from "../db/schema.ts";
import type { ReplaceableMailer } from "../mailer.ts";
import { type Organisations, readOrganisations } from "../news/mail-news.ts";
import { type MailFailure, MailServer } from "../news/mail-server.ts";
import { languageOf, storeChoice } from "../news/news-choice.ts";
import type { Services } from "../services.ts";
import { createLink, mailWithLink } from "./links.ts";

/** How many mails are on their way at once, and so how many connections the mail server has. */
export const LINK_MAILS_AT_ONCE = 2;
const TAKEN_AT_ONCE = 20;
/** Another order replaces the row, and so ends the lease. */
const LINK_LEASES = leasedWork("link_mail", "account_id", 10 * 60_000);

type LinkMail = Selectable<Tables["link_mail"]>;

/** Sends mails with links to choose a password. Several servers of a school share the work. */
export class LinkMailer {
  readonly #services: Services;
  readonly #mailServer: MailServer;

  /** @param mailer for these mails alone, so that no other mail waits for thousands of invitations */
  constructor(services: Services, mailer: ReplaceableMailer) {
    this.#services = services;
    this.#mailServer = new MailServer(services, mailer);
  }

  /** Sends all that is due. A run that is under way is not joined by another one. */
  readonly run = singleFlight(() => this.#run());

  async #run(): Promise<void> {
    const { background, database, clock } = this.#services;
    while (!background.isEnding && this.#mailServer.opensAt === null) {
      const now = clock();
      const taken = await LINK_LEASES.take(database, now, {
        isDue: sql`due <= ${now}`,
        ...{ order: sql`due, account_id`, atMost: TAKEN_AT_ONCE },
      });
      if (taken.length === 0) return;
      const organisations = readOrganisations(database.read);
      await inParallel(taken, LINK_MAILS_AT_ONCE, (row) => this.#send(row, organisations));
    }
  }

  async #send(row: LinkMail, organisations: Organisations): Promise<void> {
    const { database, background, log } = this.#services;
    try {
      if (background.isEnding || this.#mailServer.opensAt !== null) {
        await this.#later(row, this.#mailServer.opensAt ?? row.due, row.tries);
        return;
      }
      const made = await this.#makeLink(row);
      if (!made) return;
      const mail = await mailWithLink(this.#services, organisations, made, row.purpose);
      const failed = await this.#mailServer.send(mail);
      if (failed) await this.#failed(row, mail.to, failed.failure);
      else await database.write((db) => LINK_LEASES.remove(db, row));
    } catch (reason) {
      // Such as of the database, which says nothing about the mail server.
      log.error("Mailing a link failed", reason);
      await this.#putOff(row);
    }
  }

  /** Makes the link; null if it is not to be mailed any more. */
  async #makeLink(row: LinkMail) {
    const { database, clock } = this.#services;
    return database.write(async (db) => {
      const account: Account | undefined = await db
        .selectFrom("link_mail")
        .innerJoin("account", "account.id", "link_mail.account_id")
        .selectAll("account")
        .where(LINK_LEASES.isHeld(row))
        .executeTakeFirst();
      if (!account) return null;
      const hasChosen = row.purpose === "invitation" && account.password !== "";
      if (account.blocked !== null || hasChosen) {
        await LINK_LEASES.remove(db, row);
        return null;
      }
      const language = await languageOf(db, account.id);
      const secret = await createLink(db, account.id, row.purpose, language, clock());
      return { account, language, secret };
    });
  }

  async #failed(row: LinkMail, address: string, failure: MailFailure): Promise<void> {
    const { database, clock } = this.#services;
    const now = clock();
    if (failure === "mail") return this.#putOff(row);
    if (failure !== "address") {
      return this.#later(row, this.#mailServer.opensAt ?? now, row.tries);
    }
    await database.write(async (db) => {
      // Otherwise the person was removed, or another order has come meanwhile.
      if (!(await LINK_LEASES.remove(db, row))) return;
      await storeChoice(db, row.account_id, { refused: address, refused_at: now });
    });
  }

  /** Has a mail tried again after a pause that grows with the tries. */
  #putOff(row: LinkMail): Promise<void> {
    const tries = row.tries + 1;
    return this.#later(row, this.#services.clock() + pauseAfter(tries), tries);
  }

  /** Has a mail tried again; after three days it is given up. */
  async #later(row: LinkMail, due: number, tries: number): Promise<void> {
    const { database, clock } = this.#services;
    const isOver = clock() - row.since > TRIED_MS;
    await database.write(async (db) => {
      if (isOver) await LINK_LEASES.remove(db, row);
      else await LINK_LEASES.change(db, row, { due, tries, ...NO_LEASE });
    });
  }
}
