import { findLicence } from "../activation/licences.ts";
import { FileTickets } from "../files/file-tickets.ts";
import { findStudent } from "../products/reading.ts";
import type { Reader } from "../reader.ts";
import type { Services } from "../services.ts";

/** A ticket is the reader and then the signature. */
const TICKET = /^([pl])([\w-]{1,100})\.([\w.-]{1,200})$/;

const subjectOf = (kind: string, id: string): string => `tree\n${kind}${id}`;

/**
 * Tickets that identify a reader for the files of the tree only. An address with a ticket needs no
 * custom header and therefore no preflight. A ticket is valid for at least an hour, stays the same
 * for a while, and allows only what its reader may read at that time.
 */
export class TreeTickets {
  readonly #services: Services;
  readonly #tickets: FileTickets;

  constructor(services: Services) {
    this.#services = services;
    this.#tickets = new FileTickets(services.database, services.clock);
  }

  async issue(reader: Reader): Promise<string> {
    const [kind, id] =
      reader.kind === "person"
        ? ["p", String(reader.person.accountId)]
        : ["l", reader.licence.activationId];
    return `${kind}${id}.${await this.#tickets.issue(subjectOf(kind ?? "", id ?? ""))}`;
  }

  /** The reader of a ticket; null when it is invalid or expired. */
  async reader(ticket: string): Promise<Reader | null> {
    const [, kind = "", id = "", signed = ""] = TICKET.exec(ticket) ?? [];
    if (!(await this.#tickets.isValid(signed, subjectOf(kind, id)))) return null;
    const { database } = this.#services;
    if (kind === "l") {
      const licence = await findLicence(database, id);
      return licence && { kind: "licence", licence };
    }
    const person = await findStudent(database.read, Number(id));
    return person && { kind: "person", person };
  }
}
