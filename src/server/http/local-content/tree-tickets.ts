import { findLicence } from "../activation/licences.ts";
import { Tickets } from "../files/tickets.ts";
import { findStudent } from "../products/reading.ts";
import type { Reader } from "../reader.ts";
import type { Services } from "../services.ts";

/** A ticket says whose it is, and then why it is to be believed. */
const TICKET = /^([pl])([\w-]{1,100})\.([\w.-]{1,200})$/;

const subjectOf = (kind: string, id: string): string => `tree\n${kind}${id}`;

/**
 * Tickets that stand for a reader where the files of the tree are read, and nowhere else: an
 * address without a header of its own needs no preflight. One is good for an hour at least, the
 * same for a while, and only for what its reader may read at the time of reading.
 */
export class TreeTickets {
  readonly #services: Services;
  readonly #tickets: Tickets;

  constructor(services: Services) {
    this.#services = services;
    this.#tickets = new Tickets(services.database, services.clock);
  }

  async issue(reader: Reader): Promise<string> {
    const [kind, id] =
      reader.kind === "person"
        ? ["p", String(reader.person.accountId)]
        : ["l", reader.licence.activationId];
    return `${kind}${id}.${await this.#tickets.issue(subjectOf(kind ?? "", id ?? ""))}`;
  }

  /** Whose ticket it is; null for one that is not, or no longer, good. */
  async reader(ticket: string): Promise<Reader | null> {
    const [, kind = "", id = "", signed = ""] = TICKET.exec(ticket) ?? [];
    if (!(await this.#tickets.isGood(signed, subjectOf(kind, id)))) return null;
    const { database } = this.#services;
    if (kind === "l") {
      const licence = await findLicence(database, id);
      return licence && { kind: "licence", licence };
    }
    const person = await findStudent(database.read, Number(id));
    return person && { kind: "person", person };
  }
}
