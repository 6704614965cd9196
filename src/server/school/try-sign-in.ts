import type { Kysely } from "kysely";
import type * as v from "valibot";
import type { SentAnswer } from "../../contract/call.ts";
import type { OpenIdError } from "../../contract/openid.ts";
import type { beginOpenIdTry, finishOpenIdTry } from "../../contract/staff-openid.ts";
import { cutText } from "../../lib/cut-text.ts";
import { Result } from "../../lib/result.ts";
import { accountById } from "../accounts/account-rows.ts";
import { readBack } from "../accounts/openid/back.ts";
import { findPerson, type Identity } from "../accounts/openid/find-person.ts";
import { CALLBACK } from "../accounts/openid/flow-cookie.ts";
import type { Provider } from "../accounts/openid/provider.ts";
import { type Claims, readClaims } from "../accounts/openid/read-claims.ts";
import { createTry, newTryChecks, takeTry } from "../accounts/openid/tries.ts";
import type { SignedIn } from "../accounts/session/tokens.ts";
import { nameOf } from "../assignments/sent-assignment.ts";
import type { Database } from "../db/open-database.ts";
import type { Account, Tables } from "../db/schema.ts";
import { invalid } from "../problem.ts";
import { serverLanguage } from "../server-texts.ts";
import type { Services } from "../services.ts";
import { schoolToday } from "./school-today.ts";
import { recordTry, typedProvider } from "./try-openid.ts";

type Begin = v.InferOutput<NonNullable<typeof beginOpenIdTry.body>>;
type Finish = v.InferOutput<NonNullable<typeof finishOpenIdTry.body>>;
type Tried = SentAnswer<typeof finishOpenIdTry>;

/** The most characters of a claim that are shown, and the most claims. */
const MAX_CLAIM = 200;
const MAX_CLAIMS = 60;
/** Claims that are about the token and not about the person. */
const OF_TOKEN: ReadonlySet<string> = new Set(
  "iss aud exp iat nbf auth_time nonce at_hash c_hash azp sid jti acr amr".split(" "),
);

/**
 * Begins a sign-in at the provider that is typed, which signs nobody in.
 * @throws HttpProblem 422 for a page that is not of the school
 */
export const beginTry = async (
  services: Services,
  person: SignedIn,
  { form, back, language }: Begin,
): Promise<SentAnswer<typeof beginOpenIdTry>> => {
  const { database, clock, publicUrl, sites } = services;
  const page = readBack(back, publicUrl(), sites);
  if (page === null) throw invalid("back", "must be the address of a page of the school");
  const provider = typedProvider(services, form);
  if (!provider.ok) return { address: "", state: "", reason: provider.failure };
  const checks = newTryChecks();
  await recordTry(services, person, provider.value);
  const redirectUri = `${publicUrl()}${CALLBACK}`;
  const address = await provider.value.begin(redirectUri, checks, serverLanguage(language));
  if (!address.ok) return { address: "", state: "", reason: address.failure.detail };
  const { origin } = new URL(page);
  await database.write((db) => createTry(db, person.tokenHash, checks, origin, clock()));
  return { address: address.value.href, state: checks.state, reason: "" };
};

/** What a write has found that is not to be. */
class Undone<Found> extends Error {
  override name = "Undone";
  readonly found: Found;

  constructor(found: Found) {
    super("Undone");
    this.found = found;
  }
}

/** Does a write, and undoes it. @returns what it has found */
const undone = async <Found>(
  database: Database,
  work: (db: Kysely<Tables>) => Promise<Found>,
): Promise<Found> => {
  try {
    return await database.write<Found>(async (db) => {
      throw new Undone(await work(db));
    });
  } catch (reason) {
    if (reason instanceof Undone) return reason.found;
    throw reason;
  }
};

interface WouldBe {
  readonly account: Account;
  readonly courses: readonly { course_id: number; exp_date: string | null }[];
}

const wouldBe = async (db: Kysely<Tables>, id: number): Promise<WouldBe> => ({
  account: await accountById(db, id),
  courses: await db
    .selectFrom("subscription")
    .select(["course_id", "exp_date"])
    .where("account_id", "=", id)
    .execute(),
});

/** The account that a person would sign in with, as it would be then. It is found by a sign-in that is undone. */
const accountOf = async (
  services: Services,
  identity: Identity,
  claims: Claims,
  { settings }: Provider,
): Promise<Result<NonNullable<Tried["account"]>, OpenIdError>> => {
  const { database, clock, catalogue } = services;
  // Nobody signs in with the account, so its password does not matter.
  const moment = { now: clock(), today: schoolToday(services), unknownPassword: "" };
  const found = await undone(database, async (db) => {
    const person = await findPerson(db, identity, claims, settings, moment);
    return person.ok ? Result.ok(await wouldBe(db, person.value)) : person;
  });
  if (!found.ok) return found;
  const { account, courses } = found.value;
  const { read } = database;
  const before = await read
    .selectFrom("account")
    .select("level")
    .where("id", "=", account.id)
    .executeTakeFirst();
  const link = await read
    .selectFrom("openid_link")
    .select("account_id")
    .where("issuer", "=", identity.issuer)
    .where("subject", "=", identity.subject)
    .executeTakeFirst();
  const had = before ? (await wouldBe(read, account.id)).courses : [];
  const begun = courses.filter(
    (course) =>
      !had.some((one) => one.course_id === course.course_id && one.exp_date === course.exp_date),
  );
  return Result.ok({
    username: account.username,
    name: nameOf(account),
    created: before === undefined,
    linked: link !== undefined,
    level: account.level,
    level_before: before?.level ?? null,
    courses: begun.map(({ course_id }) => catalogue.current.courses.get(course_id)?.key ?? ""),
  });
};

const shown = (value: unknown): string =>
  cutText(typeof value === "string" ? value : JSON.stringify(value), MAX_CLAIM);

const failed = (why: OpenIdError, detail: string): Tried => ({
  ...{ why, detail, person: null, account: null },
});

/** Ends a try, and says what would follow. */
export const finishTry = async (
  services: Services,
  { tokenHash }: SignedIn,
  { form, query }: Finish,
): Promise<Tried> => {
  const { database, clock, publicUrl, catalogue } = services;
  const state = new URLSearchParams(query).get("state") ?? "";
  const begun = await database.write((db) => takeTry(db, tokenHash, state, clock()));
  if (!begun) return failed("invalid", "");
  const provider = typedProvider(services, form);
  if (!provider.ok) return failed("invalid", provider.failure);
  const url = new URL(`${publicUrl()}${CALLBACK}`);
  url.search = query;
  const answered = await provider.value.finish(url, { state, ...begun });
  if (!answered.ok) return failed(answered.failure.why, answered.failure.detail);
  const { claims: provided, issuer, subject } = answered.value;
  const { settings } = provider.value;
  const claims = readClaims(provided, settings);
  // A level that the school does not have refuses all of them.
  const known = claims.ok ? claims : readClaims(provided, { ...settings, levelClaim: null });
  const keys = new Set([...catalogue.current.courses.values()].map(({ key }) => key));
  const account = claims.ok
    ? await accountOf(services, { issuer, subject }, claims.value, provider.value)
    : claims;
  const { email, given_name, family_name, name, preferred_username } = provided;
  const ownName = [given_name, family_name].filter((part) => typeof part === "string").join(" ");
  return {
    why: account.ok ? null : account.failure,
    detail: "",
    person: {
      subject,
      name: ownName || (typeof name === "string" ? name : ""),
      username: typeof preferred_username === "string" ? preferred_username : "",
      email: typeof email === "string" ? email : "",
      verified: known.ok && known.value.email !== null,
      level: known.ok ? known.value.level : null,
      courses: known.ok ? known.value.courses.map((key) => ({ key, known: keys.has(key) })) : [],
      claims: Object.entries(provided)
        .filter(([claim]) => !OF_TOKEN.has(claim))
        .slice(0, MAX_CLAIMS)
        .map(([claim, value]) => ({ name: claim, value: shown(value) })),
    },
    account: account.ok ? account.value : null,
  };
};
