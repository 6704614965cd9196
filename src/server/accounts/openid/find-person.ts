import type { Kysely } from "kysely";
import type { OpenIdError } from "../../../contract/openid.ts";
import { SCHOOL } from "../../../domain/audit.ts";
import type { Day } from "../../../domain/calendar.ts";
import { Result } from "../../../lib/result.ts";
import { withoutInvisible } from "../../../lib/without-invisible.ts";
import { courseIds } from "../../content/import-school.ts";
import type { Account, Tables } from "../../db/schema.ts";
import { addPerson } from "../../people/add-person.ts";
import { changePerson } from "../../people/change-person.ts";
import { isSameMailbox, likenessOf, looksLikeAddress } from "../account-names.ts";
import { accountById, findByEmail } from "../account-rows.ts";
import type { OpenIdSettings } from "./openid-settings.ts";
import type { Claims } from "./read-claims.ts";

/** Identifies a person at the provider. */
interface Identity {
  readonly issuer: string;
  readonly subject: string;
}

const findLinked = (db: Kysely<Tables>, { issuer, subject }: Identity) =>
  db
    .selectFrom("openid_link")
    .innerJoin("account", "account.id", "openid_link.account_id")
    .selectAll("account")
    .where("issuer", "=", issuer)
    .where("subject", "=", subject)
    .executeTakeFirst();

const link = (
  db: Kysely<Tables>,
  { issuer, subject }: Identity,
  account_id: number,
  created: number,
) => db.insertInto("openid_link").values({ issuer, subject, account_id, created }).execute();

/**
 * The usernames that a new account may have, the best first. A username that looks like a mail
 * address must be the verified address of the person, because any other one may belong to somebody
 * else.
 */
const namesOf = ({ username, email }: { username: string; email: string }): string[] => {
  const isOwn = !looksLikeAddress(username) || likenessOf(username) === likenessOf(email);
  return isOwn && likenessOf(username) !== "" ? [username, email] : [email];
};

/**
 * Creates an account with a password that nobody knows. A mailed link can set another one.
 * @returns null when the mail address looks like a name of another account
 */
const create = async (
  db: Kysely<Tables>,
  { email, username, firstName, lastName }: Claims & { email: string },
  { now, today, unknownPassword }: Moment,
): Promise<number | null> => {
  const details = { email, firstName, lastName, level: 0, passwordHash: unknownPassword };
  // The provider decides, and nobody of the school.
  const context = { actor: SCHOOL, now, today, courseKeys: new Map<number, string>() };
  // The mailbox without the signs may be somebody else's.
  if (email !== withoutInvisible(email)) return null;
  for (const name of namesOf({ username, email })) {
    const added = await addPerson(
      db,
      { ...details, username: name, courses: [], teaches: [] },
      context,
    );
    if ("id" in added) return added.id;
  }
  return null;
};

/** The time of a sign-in, and the password hash of a new account. */
interface Moment {
  readonly now: number;
  readonly today: Day<"school">;
  /** The hash of a random password. */
  readonly unknownPassword: string;
}

const accountOf = async (
  db: Kysely<Tables>,
  identity: Identity,
  claims: Claims,
  creates: boolean,
  moment: Moment,
): Promise<Result<Account, OpenIdError>> => {
  const linked = await findLinked(db, identity);
  if (linked) return Result.ok(linked);
  const { email } = claims;
  if (email === null) return Result.fail("unverified");
  const found = await findByEmail(db, email);
  const matched = found && isSameMailbox(found.email, email) ? found : undefined;
  if (!matched && !creates) return Result.fail("unknown");
  if (matched) {
    const other = await db
      .selectFrom("openid_link")
      .select("subject")
      .where("account_id", "=", matched.id)
      .where("issuer", "=", identity.issuer)
      .executeTakeFirst();
    // The provider has given the address to another person, who must not get the account.
    if (other) return Result.fail("unknown");
  }
  const id = matched?.id ?? (await create(db, { ...claims, email }, moment));
  if (id === null) return Result.fail("unknown");
  await link(db, identity, id, moment.now);
  return Result.ok(await accountById(db, id));
};

/** The courses that the account does not have, or that have ended. */
const missingCourses = async (
  db: Kysely<Tables>,
  accountId: number,
  keys: readonly string[],
  known: ReadonlyMap<string, number>,
  today: Day<"school">,
): Promise<number[]> => {
  if (keys.length === 0) return [];
  const present = await db
    .selectFrom("subscription")
    .select(["course_id", "exp_date"])
    .where("account_id", "=", accountId)
    .execute();
  const running = new Set(
    present
      .filter(({ exp_date }) => exp_date === null || exp_date >= today)
      .map((row) => row.course_id),
  );
  // A provider's list may also contain groups that are not courses.
  return [...new Set(keys)].flatMap((key) => {
    const id = known.get(key);
    return id === undefined || running.has(id) ? [] : [id];
  });
};

/**
 * Finds or creates the account of a person at the provider, and updates its level and courses; call
 * within a write. The mail address identifies an account only once. Then issuer and subject
 * identify it, even if the address changes.
 */
export const findPerson = async (
  db: Kysely<Tables>,
  identity: Identity,
  claims: Claims,
  { creates, courseDates }: Pick<OpenIdSettings, "creates" | "courseDates">,
  moment: Moment,
): Promise<Result<number, OpenIdError>> => {
  const found = await accountOf(db, identity, claims, creates, moment);
  if (!found.ok) return found;
  const account = found.value;
  if (account.blocked !== null) return Result.fail("blocked");
  const { now, today } = moment;
  // Most providers name no courses, and then none need be known.
  const known: ReadonlyMap<string, number> =
    claims.courses.length > 0 ? await courseIds(db) : new Map();
  const missing = await missingCourses(db, account.id, claims.courses, known, today);
  const courseKeys = new Map([...known].map(([key, id]) => [id, key]));
  const changes = {
    ...(claims.level !== null && { level: claims.level }),
    courses: missing.map((id) => ({ id, from: today, ...courseDates })),
  };
  const context = { actor: SCHOOL, now, today, courseKeys };
  const refused = await changePerson(db, account, changes, context);
  // The provider's word does not take the last administrator away.
  if (refused) await changePerson(db, account, { courses: changes.courses }, context);
  return Result.ok(account.id);
};
