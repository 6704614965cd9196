import type { Kysely } from "kysely";
import { addDays } from "../../../domain/calendar.ts";
import {
  type DeviceRule,
  isSessionExpired,
  mayUseSeveralDevices,
} from "../../../domain/session-expiry.ts";

import type { Background } from "../../background.ts";
import type { Days } from "../../days.ts";
import { compileOnce } from "../../db/compiled-query.ts";
import type { Database } from "../../db/open-database.ts";
import type { Tables } from "../../db/schema.ts";
import {
  createHandle,
  createSecret,
  type Handle,
  hashOf,
  type Secret,
  type SecretHash,
} from "../../secrets.ts";

/** The person behind a request. */
export interface SignedIn {
  readonly accountId: number;
  readonly level: number;
  readonly organisationId: number | null;
  /** Milliseconds since 1970. */
  readonly lastLogin: number;
  readonly tokenHash: SecretHash;
  /** Names the session in tickets. */
  readonly handle: Handle;
  /**
   * Whether there was a later sign-in, which replaces this session where an account is used on one device. Its token stays valid until the client's
   * session check notices it.
   */
  readonly isReplaced: boolean;
}

const DAY_MS = 86_400_000;
/** A token expires when it has not been used for this long. */
export const TOKEN_LIFE_MS = 60 * DAY_MS;
/** How often the cache checks for changes of other processes. */
const CHECK_MS = 100;
/** How long their changes may stay unnoticed while the database cannot report them. */
const UNNOTICED_MS = 2000;
/** How long a token is cached while no other process has changed the database. */
const CACHED_MS = 60_000;
/** A token takes a few hundred bytes. */
const MAX_CACHED = 20_000;

const withAccounts = (db: Kysely<Tables>) =>
  db
    .selectFrom("token")
    .innerJoin("account", "account.id", "token.account_id")
    .select([
      "token.hash",
      "handle",
      "account.id",
      "level",
      "organisation_id",
      "last_login",
      "expire",
      "expires",
      "account.session_id as present_session",
      "token.session_id",
    ])
    .where("account.blocked", "is", null);

const findByHash = compileOnce((db, { hash }: { hash: SecretHash }) =>
  withAccounts(db).where("token.hash", "=", hash),
);

const findByHandle = compileOnce((db, { handle }: { handle: Handle }) =>
  withAccounts(db).where("handle", "=", handle),
);

/** The first row of either query. */
type TokenRow = Awaited<ReturnType<typeof findByHash>>["rows"][number];

/** Opaque bearer tokens. The database stores only their hashes. */
export class Tokens {
  readonly #database: Database;
  readonly #clock: () => number;
  readonly #background: Background;
  readonly #schoolDays: () => Days<"school">;
  readonly #deviceRule: () => DeviceRule;
  readonly #cache = new Map<SecretHash, { signedIn: SignedIn; until: number }>();
  /** The handles of the cached sessions. */
  readonly #hashes = new Map<Handle, SecretHash>();
  /** Increases when tokens may have ended, so that the result of an earlier query is not cached. */
  #ended = 0;
  /** The version of other processes' changes that the cache includes, and when it was checked. */
  #others: number | null = null;
  #checkedAt = 0;
  #clearedAt = 0;

  constructor(
    database: Database,
    clock: () => number,
    background: Background,
    schoolDays: () => Days<"school">,
    deviceRule: () => DeviceRule = () => "everyone",
  ) {
    this.#database = database;
    this.#clock = clock;
    this.#background = background;
    this.#schoolDays = schoolDays;
    this.#deviceRule = deviceRule;
    database.onChange((change) => {
      if (change.kind === "account") this.forget(change.accountId);
    });
  }

  /**
   * Creates a token; call within a write.
   * @param sessionId null where the client names no session
   */
  async issue(db: Kysely<Tables>, accountId: number, sessionId: string | null): Promise<Secret> {
    const token = createSecret();
    const created = this.#clock();
    await db
      .insertInto("token")
      .values({
        hash: hashOf(token),
        account_id: accountId,
        created,
        expires: created + TOKEN_LIFE_MS,
        session_id: sessionId,
        handle: createHandle(),
      })
      .execute();
    return token;
  }

  /** The owner of a token; synchronous when it is cached. */
  find(token: Secret): SignedIn | null | Promise<SignedIn | null> {
    const hash = hashOf(token);
    return this.#cached(hash) ?? this.#read((db) => findByHash(db, { hash }));
  }

  /** The owner of a session that has neither ended nor been replaced, by its handle. */
  async findSession(handle: Handle): Promise<SignedIn | null> {
    const hash = this.#hashes.get(handle);
    const cached = hash === undefined ? null : this.#cached(hash);
    const found = cached ?? (await this.#read((db) => findByHandle(db, { handle })));
    if (!found?.isReplaced) return found;
    return mayUseSeveralDevices(this.#deviceRule(), found.level) ? found : null;
  }

  #cached(hash: SecretHash): SignedIn | null {
    const now = this.#clock();
    if (Math.abs(now - this.#checkedAt) >= CHECK_MS) this.#noticeOthers(now);
    const cached = this.#cache.get(hash);
    return cached && cached.until > now ? cached.signedIn : null;
  }

  /** Empties the cache when another process has changed the database, or may have. */
  #noticeOthers(now: number): void {
    this.#checkedAt = now;
    const others = this.#database.changesOfOthers();
    const isOverdue = Math.abs(now - this.#clearedAt) >= UNNOTICED_MS;
    if (others === null ? !isOverdue : others === this.#others) return;
    this.#ended += 1;
    this.#clear();
    this.#clearedAt = now;
    if (others !== null) this.#others = others;
  }

  #clear(): void {
    this.#cache.clear();
    this.#hashes.clear();
  }

  async #read(
    find: (db: Kysely<Tables>) => Promise<{ rows: TokenRow[] }>,
  ): Promise<SignedIn | null> {
    const before = this.#ended;
    const [row] = (await find(this.#database.read)).rows;
    const now = this.#clock();
    if (!row || row.expires <= now) return null;
    // An expired account may only sign in, so that the client learns the date.
    const days = this.#schoolDays();
    const today = days.of(now);
    if (isSessionExpired(row.expire, today, row.level)) return null;
    const signedIn: SignedIn = {
      accountId: row.id,
      level: row.level,
      organisationId: row.organisation_id,
      lastLogin: row.last_login ?? 0,
      tokenHash: row.hash,
      handle: row.handle,
      isReplaced: row.session_id !== null && row.session_id !== row.present_session,
    };
    if (before === this.#ended) {
      if (this.#cache.size >= MAX_CACHED) this.#clear();
      // An account expires at midnight.
      const midnight = days.startOf(addDays(today, 1));
      const until = Math.min(row.expires, midnight, now + CACHED_MS);
      this.#cache.set(row.hash, { signedIn, until });
      this.#hashes.set(row.handle, row.hash);
    }
    if (row.expires < now + TOKEN_LIFE_MS - DAY_MS) {
      this.#background.run("Extending a token", () => this.#extend(row.hash, now));
    }
    return signedIn;
  }

  async #extend(hash: SecretHash, now: number): Promise<void> {
    await this.#database.write((db) =>
      db
        .updateTable("token")
        .set({ expires: now + TOKEN_LIFE_MS })
        .where("hash", "=", hash)
        .execute(),
    );
  }

  async end({ accountId, tokenHash }: SignedIn): Promise<void> {
    await this.#database.write((db) =>
      db.deleteFrom("token").where("hash", "=", tokenHash).execute(),
    );
    this.forget(accountId);
  }

  /** Call after a write that has ended tokens of an account, or changed it. */
  forget(accountId: number): void {
    this.#ended += 1;
    for (const [hash, { signedIn }] of this.#cache) {
      if (signedIn.accountId !== accountId) continue;
      this.#cache.delete(hash);
      this.#hashes.delete(signedIn.handle);
    }
  }

  /** Call after a write that has changed many accounts. */
  forgetAll(): void {
    this.#ended += 1;
    this.#clear();
  }

  async sweep(): Promise<void> {
    const now = this.#clock();
    await this.#database.write((db) =>
      db.deleteFrom("token").where("expires", "<=", now).execute(),
    );
  }
}
