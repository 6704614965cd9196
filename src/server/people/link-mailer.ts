import { randomUUID } from "node:crypto";
import type { Kysely, Selectable } from "kysely";
import { pauseAfter, TRIED_MS } from "../../domain/news.ts";
import { inParallel } from "../../lib/in-parallel.ts";
import { singleFlight } from "../../lib/single-flight.ts";
import { isUnclaimed } from "../accounts/account-rows.ts";
import type { Account, Tables } from "../db/schema.ts";
import type { Mailer, ReplaceableMailer } from "../mailer.ts";
import { Circuit } from "../news/circuit.ts";
import { mailFailureOf } from "../news/mail-failure.ts";
import { type Organisations, readOrganisations } from "../news/mail-news.ts";
import { languageOf, storeChoice } from "../news/news-choice.ts";
import type { Services } from "../services.ts";
import { createLink, mailWithLink } from "./links.ts";

/** How many mails are on their way at once, and so how many connections the mail server has. */
export const LINK_MAILS_AT_ONCE = 2;
const CLAIMED_AT_ONCE = 20;
/** After this time another server may send what a server has claimed and not sent: it may be dead. */
const CLAIM_MS = 10 * 60_000;

type LinkMail = Selectable<Tables["link_mail"]>;

/** Deletes a row, unless another order has replaced it meanwhile. */
const own = (db: Kysely<Tables>, { account_id, claim }: LinkMail) =>
  db.deleteFrom("link_mail").where("account_id", "=", account_id).where("claim", "=", claim);

/** Sends mails with links to choose a password. Several servers of a school share the work. */
export class LinkMailer {
  readonly #services: Services;
  readonly #mailer: Mailer;
  readonly #mailServer: Circuit;

  /** @param mailer for these mails alone, so that no other mail waits for thousands of invitations */
  constructor(services: Services, mailer: ReplaceableMailer) {
    this.#services = services;
    this.#mailer = mailer;
    this.#mailServer = new Circuit(services.clock);
    mailer.onReplaced = () => this.#mailServer.succeeded();
  }

  /** Sends all that is due. A run that is under way is not joined by another one. */
  readonly run = singleFlight(() => this.#run());

  async #run(): Promise<void> {
    const { background, database } = this.#services;
    while (!background.isEnding && this.#mailServer.opensAt === null) {
      const claimed = await this.#claim();
      if (claimed.length === 0) return;
      const organisations = readOrganisations(database.read);
      await inParallel(claimed, LINK_MAILS_AT_ONCE, (row) => this.#send(row, organisations));
    }
  }

  async #claim(): Promise<LinkMail[]> {
    const { database, clock } = this.#services;
    const now = clock();
    const due = (db: Kysely<Tables>, limit: number) =>
      db
        .selectFrom("link_mail")
        .select("account_id")
        .where("due", "<=", now)
        .where(isUnclaimed(now, CLAIM_MS))
        .orderBy("due")
        .orderBy("account_id")
        .limit(limit)
        .execute();
    // Most of the time nothing is due, and a write would wait for the disk.
    if ((await due(database.read, 1)).length === 0) return [];
    return database.write(async (db) => {
      const ids = (await due(db, CLAIMED_AT_ONCE)).map(({ account_id }) => account_id);
      if (ids.length === 0) return [];
      return (
        db
          .updateTable("link_mail")
          .set({ claim: randomUUID(), claimed_until: now + CLAIM_MS })
          .where("account_id", "in", ids)
          // Another server may have been first.
          .where(isUnclaimed(now, CLAIM_MS))
          .returningAll()
          .execute()
      );
    });
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
      try {
        await this.#mailer.send(mail);
      } catch (reason) {
        await this.#failed(row, mail.to, reason);
        return;
      }
      this.#mailServer.succeeded();
      await database.write((db) => own(db, row).execute());
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
      const claimed = await db
        .selectFrom("link_mail")
        .innerJoin("account", "account.id", "link_mail.account_id")
        .selectAll("account")
        .where("account_id", "=", row.account_id)
        .where("claim", "=", row.claim)
        .executeTakeFirst();
      if (!claimed) return null;
      const account: Account = claimed;
      const hasChosen = row.purpose === "invitation" && account.password !== "";
      if (account.blocked !== null || hasChosen) {
        await own(db, row).execute();
        return null;
      }
      const language = await languageOf(db, account.id);
      const secret = await createLink(db, account.id, row.purpose, language, clock());
      return { account, language, secret };
    });
  }

  async #failed(row: LinkMail, address: string, reason: unknown): Promise<void> {
    const { database, log, clock } = this.#services;
    const now = clock();
    const { code, responseCode } = reason as { code?: string; responseCode?: number };
    switch (mailFailureOf(reason, false)) {
      case "address":
        log.warn("A mail address was refused for good: `user list` shows it", { responseCode });
        await database.write(async (db) => {
          const { numDeletedRows } = await own(db, row).executeTakeFirst();
          // The person was removed, or another order has come meanwhile.
          if (numDeletedRows === 0n) return;
          await storeChoice(db, row.account_id, { refused: address, refused_at: now });
        });
        return;
      case "mail":
        await this.#putOff(row);
        return;
      default:
        if (this.#mailServer.failed()) log.warn("The mail server is away", { code, responseCode });
        await this.#later(row, this.#mailServer.opensAt ?? now, row.tries);
    }
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
      if (isOver) await own(db, row).execute();
      else {
        await db
          .updateTable("link_mail")
          .set({ due, tries, claim: null, claimed_until: 0 })
          .where("account_id", "=", row.account_id)
          .where("claim", "=", row.claim)
          .execute();
      }
    });
  }
}
