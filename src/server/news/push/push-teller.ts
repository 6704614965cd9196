import { type Kysely, type Selectable, sql } from "kysely";
import { pauseAfter, TRIED_MS } from "../../../domain/news.ts";
import { inParallel } from "../../../lib/in-parallel.ts";
import { singleFlight } from "../../../lib/single-flight.ts";
import { leasedWork, NO_LEASE } from "../../db/lease.ts";
import type { Database } from "../../db/open-database.ts";
import type { Tables } from "../../db/schema.ts";
import type { Services } from "../../services.ts";
import { Circuit } from "../circuit.ts";
import { encryptPush } from "./encrypt-push.ts";
import { type PushAnswer, type PushNetwork, postPush } from "./post-push.ts";
import { ForbiddenAddressError } from "./public-lookup.ts";
import { vapidHeader, vapidKeys } from "./vapid.ts";

const MESSAGE_LEASES = leasedWork("push_device", "token_hash", 5 * 60_000);
/** A push service may ask for a longer pause, up to this. */
const LONGEST_PAUSE_MS = 3_600_000;

/** A device with the message that this server is sending to it. */
type WaitingMessage = Selectable<Tables["push_device"]> & { readonly message: string };

/** Takes some messages that are due, so that no other server sends them. */
const takeMessages = async (
  database: Database,
  now: number,
  atMost: number,
): Promise<WaitingMessage[]> => {
  const devices = await MESSAGE_LEASES.take(database, now, {
    isDue: sql`due <= ${now}`,
    ...{ order: sql`due`, atMost },
  });
  return devices.flatMap(({ message, ...device }) =>
    message === null ? [] : [{ ...device, message }],
  );
};

const NOTHING = { message: null, due: null, ...NO_LEASE };

const isAtAddress = ({ token_hash, endpoint }: WaitingMessage) =>
  sql<boolean>`token_hash = ${token_hash} and endpoint = ${endpoint}`;

/**
 * Has a message tried again unless there is newer news; call within a write. After three days it is given
 * up: the app shows what is new.
 * @param isSent whether it was noted that the message is sent
 * @param pauseMs what the push service asks for; absent: it grows with the tries
 */
const retryMessage = async (
  db: Kysely<Tables>,
  waiting: WaitingMessage,
  { isSent, now, pauseMs = 0 }: { isSent: boolean; now: number; pauseMs?: number },
): Promise<void> => {
  const { message, since } = waiting;
  const isOver = now - since > TRIED_MS;
  const tries = waiting.tries + 1;
  const due = now + Math.max(pauseAfter(tries), Math.min(pauseMs, LONGEST_PAUSE_MS));
  const changed = isOver ? NOTHING : { message, since, due, tries, ...NO_LEASE };
  if (!isSent) {
    await MESSAGE_LEASES.change(db, waiting, changed);
    return;
  }
  await db
    .updateTable("push_device")
    .set(changed)
    .where(isAtAddress(waiting))
    .where("message", "is", null)
    .execute();
};

/** Removes a device whose address leads nowhere any more; call within a write. */
const removeAddress = async (db: Kysely<Tables>, waiting: WaitingMessage): Promise<void> => {
  await db.deleteFrom("push_device").where(isAtAddress(waiting)).execute();
};

const AT_ONCE = 8;
const TAKEN_AT_ONCE = 50;
/** For how long a push service keeps a message for a device that is off. */
const KEPT_SECONDS = 3 * 24 * 3600;
/** How many push services are remembered that are away. */
const MAX_CIRCUITS = 1000;

/** There is newer news, the device is gone, or another server has taken over. */
class NotHeldError extends Error {
  override name = "NotHeldError";
}

/** The pause that a push service asks for, in milliseconds; undefined if it asks for none. */
const pauseOf = ({ retryAfter = "" }: PushAnswer): number | undefined =>
  /^\d{1,6}$/.test(retryAfter) ? Number(retryAfter) * 1000 : undefined;

const isForNow = (status: number): boolean => status === 408 || status === 429 || status >= 500;

/**
 * Sends the messages that wait for devices to the push services of their browsers (RFC 8030). Several
 * servers of a school share the work. Mails do not wait for it.
 */
export class PushTeller {
  readonly #services: Services;
  readonly #network: PushNetwork;
  readonly #circuits = new Map<string, Circuit>();

  constructor(services: Services, network: PushNetwork) {
    this.#services = services;
    this.#network = network;
  }

  /** Sends all that is due. A run that is under way is not joined by another one. */
  readonly run = singleFlight(() => this.#run());

  async #run(): Promise<void> {
    const { database, background, clock } = this.#services;
    while (!background.isEnding) {
      const taken = await takeMessages(database, clock(), TAKEN_AT_ONCE);
      if (taken.length === 0) return;
      await inParallel(taken, AT_ONCE, (one) => this.#send(one));
    }
  }

  /** Keeps a push service from being asked that is away. */
  #circuitOf(service: string): Circuit {
    const present = this.#circuits.get(service);
    if (present) return present;
    if (this.#circuits.size >= MAX_CIRCUITS) this.#circuits.clear();
    const circuit = new Circuit(this.#services.clock);
    this.#circuits.set(service, circuit);
    return circuit;
  }

  async #send(waiting: WaitingMessage): Promise<void> {
    const { database, background, clock, log } = this.#services;
    const service = new URL(waiting.endpoint).origin;
    const circuit = this.#circuitOf(service);
    if (background.isEnding || circuit.opensAt !== null) {
      const due = circuit.opensAt ?? clock();
      await database.write((db) => MESSAGE_LEASES.change(db, waiting, { due, ...NO_LEASE }));
      return;
    }
    let isSent = false;
    const retry = (pauseMs?: number) =>
      database.write((db) => retryMessage(db, waiting, { isSent, now: clock(), pauseMs }));
    try {
      const answer = await this.#post(waiting, service, async () => {
        // A server that dies from here on leaves nothing to be sent again. It fails if another server has taken
        // over, or there is newer news, or the device is gone.
        isSent = await database.write((db) => MESSAGE_LEASES.change(db, waiting, NOTHING));
        if (!isSent) throw new NotHeldError();
      });
      await this.#answered(answer, waiting, service, retry);
    } catch (reason) {
      if (reason instanceof NotHeldError) return;
      if (reason instanceof ForbiddenAddressError) {
        log.warn("A device's address leads to no public one: it was removed", { service });
        await database.write((db) => removeAddress(db, waiting));
        return;
      }
      const { code } = reason as { code?: string };
      if (circuit.failed()) log.warn("A push service is away", { service, code });
      // Nobody can know whether it has a message that it has not answered.
      if (!isSent) await retry();
    }
  }

  async #post(
    { endpoint, message, p256dh, auth }: WaitingMessage,
    service: string,
    beforeSending: () => Promise<void>,
  ): Promise<PushAnswer> {
    const { database, clock, publicUrl } = this.#services;
    const school = publicUrl();
    const keys = await vapidKeys(database);
    const contact = school.startsWith("https:") ? school : null;
    return postPush(
      {
        endpoint,
        headers: {
          Authorization: vapidHeader(keys, service, contact, clock()),
          "Content-Encoding": "aes128gcm",
          "Content-Type": "application/octet-stream",
          TTL: String(KEPT_SECONDS),
          // A device that is off gets the newest news alone, as one that is on shows it.
          Topic: "news",
        },
        body: encryptPush(Buffer.from(message), { p256dh, auth }),
        beforeSending,
      },
      this.#network,
    );
  }

  async #answered(
    answer: PushAnswer,
    waiting: WaitingMessage,
    service: string,
    retry: (pauseMs?: number) => Promise<void>,
  ): Promise<void> {
    const { database, log } = this.#services;
    const { status } = answer;
    this.#circuitOf(service).succeeded();
    // That is about this message: no browser's address keeps the school from the others of its service.
    if (isForNow(status)) return retry(pauseOf(answer));
    if (status === 404 || status === 410) {
      await database.write((db) => removeAddress(db, waiting));
    } else if (status >= 300) {
      log.warn("A push service has refused a message", { service, status });
    }
  }
}
