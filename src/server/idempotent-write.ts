import type { HonoRequest } from "hono";
import type { Kysely } from "kysely";
import { UUID } from "../lib/uuid.ts";
import type { SignedIn } from "./accounts/session/tokens.ts";
import { compileOnce } from "./db/compiled-query.ts";
import type { Database } from "./db/open-database.ts";
import type { Tables } from "./db/schema.ts";
import { waitForAll } from "./db/wait-for-all.ts";
import { HttpProblem } from "./problem.ts";

const idempotencyKey = (request: HonoRequest): string | null => {
  const key = request.header("idempotency-key");
  if (key === undefined) return null;
  if (!UUID.test(key)) {
    throw new HttpProblem(400, "request/malformed", "Idempotency-Key must be a UUID");
  }
  return key.toLowerCase();
};

/** A request that is applied once per key. */
interface KeyedRequest {
  accountId: number;
  /** Null for a request without a key, which is always applied. */
  key: string | null;
  /** Identifies the request, such as method and path. */
  request: string;
  now: number;
}

/**
 * A person's request with its `Idempotency-Key`.
 * @throws HttpProblem 400 when that is not a UUID
 */
export const keyedRequest = (
  request: HonoRequest,
  { accountId }: Pick<SignedIn, "accountId">,
  now: number,
): KeyedRequest => ({
  accountId,
  key: idempotencyKey(request),
  request: `${request.method} ${request.path}`,
  now,
});

type FirstAnswer = Pick<Tables["repeatable"], "request" | "answer">;

const findAnswer = compileOnce((db, { accountId, key }: { accountId: number; key: string }) =>
  db
    .selectFrom("repeatable")
    .select(["request", "answer"])
    .where("account_id", "=", accountId)
    .where("key", "=", key),
);

const insertAnswer = compileOnce(
  (db, { account_id, key, request, answer, created }: Tables["repeatable"]) =>
    db.insertInto("repeatable").values({ account_id, key, request, answer, created }),
);

/** The first answer to the request's key; call within a write that locks the account. */
export const findFirstAnswer = async (
  db: Kysely<Tables>,
  { accountId, key }: KeyedRequest,
): Promise<FirstAnswer | undefined> => {
  if (key === null) return undefined;
  const { rows } = await findAnswer(db, { accountId, key });
  return rows[0];
};

/**
 * The answer to repeat.
 * @throws HttpProblem 422 for a key that was used for another request
 */
export const repeated = <Answer>(first: FirstAnswer, { request }: KeyedRequest): Answer => {
  if (first.request === request) return JSON.parse(first.answer);
  throw new HttpProblem(422, "request/invalid", "The key was used for another request", {
    errors: [{ path: "Idempotency-Key", message: "was used for another request" }],
  });
};

/** Records the answer to the request's key; call within the write that applies the request. */
export const keepAnswer = async (
  db: Kysely<Tables>,
  { accountId, key, request, now }: KeyedRequest,
  answer: unknown,
): Promise<void> => {
  if (key === null) return;
  await insertAnswer(db, {
    account_id: accountId,
    key,
    request,
    answer: JSON.stringify(answer),
    created: now,
  });
};

/**
 * Applies a write once per key. A repeat returns the first answer and changes nothing. Call within
 * a write. A write that throws leaves the key unused.
 * @param lock locks the account
 * @throws HttpProblem 422 for a key that was used for another request
 */
export const runOnce = async <Answer>(
  db: Kysely<Tables>,
  lock: () => Promise<void>,
  keyed: KeyedRequest,
  apply: () => Promise<Answer>,
): Promise<Answer> => {
  const [, first] = await waitForAll(lock(), findFirstAnswer(db, keyed));
  if (first) return repeated(first, keyed);
  const answer = await apply();
  await keepAnswer(db, keyed, answer);
  return answer;
};

/** The same as a write of its own, which locks the account alone. */
export const writeOnce = <Answer>(
  { write, lockAccount }: Pick<Database, "write" | "lockAccount">,
  keyed: KeyedRequest,
  apply: (db: Kysely<Tables>) => Promise<Answer>,
): Promise<Answer> =>
  write((db) =>
    runOnce(
      db,
      () => lockAccount(db, keyed.accountId),
      keyed,
      () => apply(db),
    ),
  );

const KEPT_MS = 90 * 86_400_000;

/** Far more than an app repeats. Without a limit one account could fill the disk with answers. */
const MAX_OF_ACCOUNT = 10_000;

/** Deletes expired keys, and all but the newest of an account that has very many. */
export const sweepIdempotencyKeys = async (
  db: Kysely<Tables>,
  now: number,
  maxOfAccount = MAX_OF_ACCOUNT,
): Promise<void> => {
  await db
    .deleteFrom("repeatable")
    .where("created", "<", now - KEPT_MS)
    .execute();
  const accounts = await db
    .selectFrom("repeatable")
    .select("account_id")
    .groupBy("account_id")
    .having(({ fn }) => fn.countAll<number>(), ">", maxOfAccount)
    .execute();
  for (const { account_id } of accounts) {
    const newestToDelete = db
      .selectFrom("repeatable")
      .select("created")
      .where("account_id", "=", account_id)
      .orderBy("created", "desc")
      .limit(1)
      .offset(maxOfAccount);
    await db
      .deleteFrom("repeatable")
      .where("account_id", "=", account_id)
      .where("created", "<=", newestToDelete)
      .execute();
  }
};
