import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { Reader } from "../accounts/session/access.ts";
import { findLicenceByHandle } from "../activation/licences.ts";
import type { Database } from "../db/open-database.ts";
import { ensureSetting } from "../db/settings.ts";
import type { Handle } from "../secrets.ts";
import type { Services } from "../services.ts";

/** The setting that holds the key with which tickets are signed. */
const TICKET_KEY = "ticket_key";
const HOUR_MS = 3_600_000;

/** The kind of holder, its handle, the end of validity, and the signature. */
const TICKET = /^([sl])([\w-]{22})\.([\da-z]{1,12})\.([\w-]{43})$/;

/** The whole hour that is one to two hours away. Tickets until then stay the same for a while. */
export const wholeHourAfter = (now: number): number => (Math.ceil(now / HOUR_MS) + 1) * HOUR_MS;

/** All servers of the school share the key, so that each accepts the others' tickets. */
const readKey = (database: Database): Promise<string> =>
  ensureSetting(database, TICKET_KEY, () => randomBytes(32).toString("base64url"));

/**
 * Short-lived tickets, each for one purpose. An address contains a ticket instead of the token if
 * the browser makes the request itself and cannot send a header, or to save a preflight. A ticket
 * ends with the session or licence that got it. The server does not store tickets.
 */
export class Tickets {
  readonly #services: Pick<Services, "database" | "clock" | "tokens">;
  #key: Promise<string> | null = null;

  constructor(services: Pick<Services, "database" | "clock" | "tokens">) {
    this.#services = services;
  }

  /**
   * @param subject what the ticket is valid for
   * @param until milliseconds since 1970
   */
  async issue(holder: Reader, subject: string, until: number): Promise<string> {
    const stated = `${this.#nameOf(holder)}.${until.toString(36)}`;
    return `${stated}.${await this.#sign(stated, subject)}`;
  }

  /** Who holds a ticket for the subject; null when it is invalid, expired or ended. */
  async holder(ticket: string, subject: string): Promise<Reader | null> {
    const [, kind, id = "", until = "", signature = ""] = TICKET.exec(ticket) ?? [];
    const { clock, database, tokens } = this.#services;
    if (!(Number.parseInt(until, 36) > clock())) return null;
    const right = await this.#sign(`${kind}${id}.${until}`, subject);
    if (!timingSafeEqual(Buffer.from(signature), Buffer.from(right))) return null;
    if (kind === "l") {
      const licence = await findLicenceByHandle(database, id as Handle);
      return licence && { kind: "licence", licence };
    }
    const person = await tokens.findSession(id as Handle);
    return person && { kind: "person", person };
  }

  /** Names the holder by a handle, so that the address contains no secret. */
  #nameOf(holder: Reader): string {
    return holder.kind === "person" ? `s${holder.person.handle}` : `l${holder.licence.handle}`;
  }

  async #sign(stated: string, subject: string): Promise<string> {
    this.#key ??= readKey(this.#services.database).catch((reason) => {
      this.#key = null;
      throw reason;
    });
    return createHmac("sha256", await this.#key)
      .update(`${stated}\n${subject}`)
      .digest("base64url");
  }
}
