import { randomBytes } from "node:crypto";
import {
  confirmOpenId,
  finishOpenId,
  OPENID_CODE,
  OPENID_ERROR,
  OPENID_ERRORS,
  type OpenIdError,
  showOpenIdDone,
  startOpenId,
} from "../../../contract/openid.ts";
import { cutText } from "../../../lib/cut-text.ts";
import { Result } from "../../../lib/result.ts";
import { addressOf, isSecure } from "../../client-address.ts";
import { escapeHtml } from "../../content/markdown-parser.ts";
import { type Look, lookOf, plainPage } from "../../http/plain-page.ts";
import { reply } from "../../http/reply.ts";
import { type App, publicRoute, queryFor } from "../../http/route.ts";
import { HttpProblem } from "../../problem.ts";
import { ownLook } from "../../school/own-organisation.ts";
import { schoolToday } from "../../school/school-today.ts";
import type { AllowedSites } from "../../school/sites.ts";
import { hashOf } from "../../secrets.ts";
import { serverLanguage, serverTexts } from "../../server-texts.ts";
import type { Services } from "../../services.ts";
import { accountById } from "../account-rows.ts";
import { assertSessionId, signedInAnswer, startSession } from "../session/start-session.ts";
import { addressBudgets, Throttle } from "../throttle.ts";
import { findPerson } from "./find-person.ts";
import {
  CALLBACK,
  FLOW_LIFE_MS,
  type Flow,
  flowCookie,
  noFlowCookie,
  readFlow,
} from "./flow-cookie.ts";
import { confirmCode, createCode, isConfirmed, takeCode } from "./one-time-codes.ts";
import { newChecks, type ProvidedPerson, type Refusal } from "./provider.ts";
import { readClaims } from "./read-claims.ts";

const MAX_CLAIMS = 60;
const MAX_CLAIM_LENGTH = 200;

/**
 * The page at which a sign-in ends that only tries the provider: all that the provider says of the person.
 * @param why the school does not accept the claims; null if it does
 */
const claimsPage = (
  look: Look,
  person: Result<ProvidedPerson, Refusal>,
  why: OpenIdError | null,
  headers: Record<string, string>,
): Response => {
  const text = serverTexts(look.language);
  const refusal = person.ok ? why : person.failure.why;
  const message = refusal
    ? `<p role="alert">${text(`openid.${refusal}`)}</p>`
    : `<p role="status">${text("openid-try.works")}</p>`;
  const facts = person.ok
    ? Object.entries(person.value.claims)
        .slice(0, MAX_CLAIMS)
        .map(([name, value]) => [name, typeof value === "string" ? value : JSON.stringify(value)])
    : [[person.failure.why, person.failure.detail]];
  const list = facts
    .map((pair) => pair.map((part = "") => escapeHtml(cutText(part, MAX_CLAIM_LENGTH))))
    .map(([name, value]) => `<dt><code>${name}</code><dd><bdi>${value}</bdi>`)
    .join("");
  const body = `${message}<h2>${text("openid-try.claims")}</h2><dl dir="ltr">${list}</dl>`;
  return plainPage(look, text("openid.heading"), body, 200, headers);
};

const LOOPBACK = /^http:\/\/(localhost|127\.0\.0\.1):\d{1,5}$/;

/**
 * A browser drops a cookie of more than 4,096 bytes. It holds this address and 700 bytes of other
 * data.
 */
const MAX_BYTES = 2000;

/**
 * The page to which a browser returns from the provider: the app at the school, at one of the
 * school's own sites, or on the person's own machine (RFC 8252). Any other address would be an open
 * redirect.
 * @returns null for another address
 */
const readBack = (
  text: string,
  publicUrl: string,
  sites: Pick<AllowedSites, "has">,
): string | null => {
  const url = URL.parse(text);
  if (!url || url.username || url.password) return null;
  url.hash = "";
  // The address is ASCII; other letters are encoded.
  if (url.href.length > MAX_BYTES) return null;
  const { origin } = url;
  const isOwn = origin === new URL(publicUrl).origin || sites.has(origin);
  return isOwn || LOOPBACK.test(origin) ? url.href : null;
};

const CHALLENGE = /^[\da-f]{64}$/;

/** A redirect that is not cached. Neither address is sent as a referrer. */
const redirect = (location: string, headers: Record<string, string> = {}): Response =>
  reply(null, 302, {
    Location: location,
    "Cache-Control": "no-store",
    "Referrer-Policy": "no-referrer",
    ...headers,
  });

const redirectBack = (
  back: string,
  name: string,
  value: string,
  headers?: Record<string, string>,
) => redirect(`${back}#${name}=${value}`, headers);

/** Ends a sign-in, or a try, whose `back` ends with the parameter for the error. */
const failTo = (
  back: string,
  isTry: boolean,
  why: OpenIdError,
  headers?: Record<string, string>,
): Response =>
  isTry ? redirect(`${back}${why}`, headers) : redirectBack(back, OPENID_ERROR, why, headers);

const AWAY = Result.fail<Refusal>({ why: "away", detail: "" });

const invalidCode = () =>
  new HttpProblem(404, "openid/invalid_code", "This sign-in is no longer valid");

/**
 * The calls for signing in with the school's own accounts: the redirects to the provider and back,
 * and the session for the app. `contract/openid.ts` describes the whole flow.
 */
export const openIdRoutes = (app: App, services: Services): void => {
  const { database, tokens, clock, log, keyedHash, publicUrl, sites } = services;
  const throttle = new Throttle(services.failures, "login/throttled");
  const budgets = (address: string) => addressBudgets(keyedHash, "openid", address);
  const callbackUrl = () => publicUrl() + CALLBACK;
  const ownPage = () => `${publicUrl()}/tls/authorization`;
  const lookIn = async (language: string) => lookOf(language, await ownLook(database.read));

  let hashing: Promise<string> | undefined;
  /** The hash of a password that nobody knows. */
  const unknownPassword = (): Promise<string> => {
    hashing ??= services.passwords.hash(randomBytes(32).toString("base64url"));
    return hashing;
  };

  /** The provider's answer as a one-time code for the app. */
  const codeOf = async (
    flow: Flow,
    challenge: string,
    query: string,
  ): Promise<Result<string, OpenIdError>> => {
    const { openId } = services;
    if (openId === null) return Result.fail("away");
    const person = await openId.finish(new URL(`${callbackUrl()}${query}`), flow);
    if (!person.ok) return Result.fail(person.failure.why);
    const { claims: provided, idToken, ...identity } = person.value;
    const claims = readClaims(provided, openId.settings);
    if (!claims.ok) return claims;
    const moment = {
      now: clock(),
      today: schoolToday(services),
      unknownPassword: await unknownPassword(),
    };
    const done = await database.write(async (db) => {
      const found = await findPerson(db, identity, claims.value, openId.settings, moment);
      if (!found.ok) return found;
      const confirmed = { account_id: found.value, id_token: idToken };
      const code = await createCode(db, challenge, confirmed, moment.now);
      return Result.ok({ code, accountId: found.value });
    });
    if (!done.ok) return done;
    // The level may have changed.
    tokens.forget(done.value.accountId);
    return Result.ok(done.value.code);
  };

  /** What the provider says of a person, on a page. */
  const showClaims = async (flow: Flow, query: string, cookie: Record<string, string>) => {
    const { openId } = services;
    const person = (await openId?.finish(new URL(`${callbackUrl()}${query}`), flow)) ?? AWAY;
    const claims = person.ok && openId && readClaims(person.value.claims, openId.settings);
    const why = claims && !claims.ok ? claims.failure : null;
    return { person, page: claimsPage(await lookIn(flow.language), person, why, cookie) };
  };

  app.get(startOpenId.path, async ({ req, env }) => {
    const { openId } = services;
    const query = queryFor(startOpenId, req);
    const isTry = query.try !== undefined;
    const language = serverLanguage(query.language ?? "");
    const back = isTry
      ? `${publicUrl()}/api${showOpenIdDone.path}?language=${language}&error=`
      : readBack(query.back ?? "", publicUrl(), sites);
    const challenge = isTry ? null : (query.challenge ?? "");
    if (openId === null || back === null || (challenge !== null && !CHALLENGE.test(challenge))) {
      return redirectBack(ownPage(), OPENID_ERROR, "invalid");
    }
    const seconds = await services.failures.secondsToWait(budgets(addressOf(services, req, env)));
    if (seconds > 0) return failTo(back, isTry, "throttled");
    const checks = newChecks();
    const address = await openId.begin(callbackUrl(), checks, language);
    if (!address.ok) return failTo(back, isTry, address.failure.why);
    const flow = { ...checks, challenge, back, language, expires: clock() + FLOW_LIFE_MS };
    return redirect(address.value.href, {
      "Set-Cookie": flowCookie(keyedHash, flow, isSecure(services, req)),
    });
  });

  app.get("/openid/callback", async ({ req, env }) => {
    const address = addressOf(services, req, env);
    const state = req.query("state") ?? "";
    const flow = readFlow(keyedHash, req, state, clock());
    const back = flow?.back ?? ownPage();
    const cookie = { "Set-Cookie": noFlowCookie(state, isSecure(services, req)) };
    const fail = (why: OpenIdError) => failTo(back, flow?.challenge === null, why, cookie);
    if ((await services.failures.secondsToWait(budgets(address))) > 0) return fail("throttled");
    const { search } = new URL(req.url);
    if (flow?.challenge === null) {
      const { person, page } = await showClaims(flow, search, cookie);
      if (!person.ok && person.failure.why === "invalid") await throttle.record(budgets(address));
      return page;
    }
    const code = flow
      ? await codeOf(flow, flow.challenge, search)
      : Result.fail<OpenIdError>("invalid");
    if (code.ok) return redirectBack(back, OPENID_CODE, code.value, cookie);
    log.info("openid sign-in failed", { why: code.failure, address });
    // Other failures are no guesses, and a whole class may share an address.
    if (code.failure === "invalid") await throttle.record(budgets(address));
    return fail(code.failure);
  });

  publicRoute(app, services, confirmOpenId, async ({ body, address }) => {
    const limits = budgets(address);
    await throttle.assertAllowed(limits);
    if (await database.write((db) => confirmCode(db, body.code, clock()))) return {};
    await throttle.record(limits);
    throw invalidCode();
  });

  app.get(showOpenIdDone.path, async ({ req }) => {
    const query = queryFor(showOpenIdDone, req);
    const language = serverLanguage(query.language ?? "");
    const text = serverTexts(language);
    const error = OPENID_ERRORS.find((known) => known === query.error) ?? "invalid";
    const message =
      query.error === undefined
        ? `<p role="status">${text("openid.done")}</p>`
        : `<p role="alert">${text(`openid.${error}`)}</p>`;
    return plainPage(await lookIn(language), text("openid.heading"), message, 200);
  });

  publicRoute(app, services, finishOpenId, async ({ body, address }) => {
    const { secret, code, sessionId } = body;
    assertSessionId(sessionId);
    const now = clock();
    if (code === null && !(await isConfirmed(database.read, secret, now))) return { session: null };
    const limits = budgets(address);
    await throttle.assertAllowed(limits);
    const started = await database.write(async (db) => {
      const taken = await takeCode(db, secret, code, now);
      if (!taken) return null;
      const account = await accountById(db, taken.account_id);
      const token = await startSession(services, db, account, sessionId);
      if (token === null) return null;
      const { id_token } = taken;
      await db
        .insertInto("openid_session")
        .values({ token_hash: hashOf(token), id_token })
        .execute();
      return { account, token };
    });
    if (!started) {
      await throttle.record(limits);
      throw invalidCode();
    }
    tokens.forget(started.account.id);
    const { user, ...session } = await signedInAnswer(
      services,
      started.account,
      sessionId,
      started.token,
    );
    return { session: { user: { ...user, signedInElsewhere: true }, ...session } };
  });
};
