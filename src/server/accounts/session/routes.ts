import { hash } from "node:crypto";
import { acceptPolicy } from "../../../contract/account.ts";
import { getSession, login, logout } from "../../../contract/session.ts";
import { mayUseSeveralDevices } from "../../../domain/session-expiry.ts";
import { isSecure } from "../../client-address.ts";
import { studentDays } from "../../days.ts";
import { withCookie } from "../../http/answer.ts";
import { type App, publicRoute, route } from "../../http/route.ts";
import { required } from "../../page.ts";
import { HttpProblem, invalid } from "../../problem.ts";
import type { SecretHash } from "../../secrets.ts";
import type { Services } from "../../services.ts";
import { findByUsername } from "../account-rows.ts";
import { beginSecondStep } from "../second-factor/second-steps.ts";
import { deviceCookie, deviceOf, keptToken, noFramedCookie } from "./cookies.ts";
import type { SignInAttempts } from "./sign-in-attempts.ts";
import { assertSessionId, signedInAnswer, startSession } from "./start-session.ts";

/**
 * The address at which a browser signs a person out at the provider.
 * @returns null for a session that began with a password, or when the provider has no such page
 */
const providerSignOut = async (
  { database, openId, publicUrl }: Pick<Services, "database" | "openId" | "publicUrl">,
  tokenHash: SecretHash,
): Promise<string | null> => {
  if (openId === null) return null;
  const session = await database.read
    .selectFrom("openid_session")
    .select("id_token")
    .where("token_hash", "=", tokenHash)
    .executeTakeFirst();
  return session ? openId.signOutAddress(session.id_token, `${publicUrl()}/tls/`) : null;
};

const notFound = () =>
  new HttpProblem(404, "login/user_not_found", "Wrong username and/or password");

/**
 * The calls for signing in and out, and for checking whether another sign-in has replaced this one.
 */
export const sessionRoutes = (app: App, services: Services, attempts: SignInAttempts): void => {
  const { database, tokens, settings } = services;

  publicRoute(app, services, login, async ({ body, address, request, untilGone }) => {
    if (body.username === "") throw invalid("username", "is required");
    if (body.password === "") throw invalid("password", "is required");
    const { username, password, sessionId } = body;
    assertSessionId(sessionId);
    const from = { address, device: deviceOf(request) };
    const account = await findByUsername(database.read, username);
    const who = { username, password, account };
    const { isRight, device, budget } = await attempts.verify(who, from, untilGone);
    if (!account || !isRight) throw notFound();
    if (account.blocked !== null) {
      throw new HttpProblem(403, "login/blocked", "The school has locked this account");
    }
    const second = await beginSecondStep(services, account, sessionId, request);
    if (second) {
      throw new HttpProblem(401, "session/second_factor", "A second factor is needed", {
        secondFactor: second,
        headers: { "WWW-Authenticate": "Bearer" },
      });
    }
    const signedIn = await database.write(async (db) => {
      const token = await startSession(services, db, account, sessionId);
      if (token === null) return null;
      return {
        token,
        device: await attempts.succeeded(db, account.id, { ...from, device }, budget),
      };
    });
    if (signedIn === null) throw notFound();
    tokens.forget(account.id);
    const answer = await signedInAnswer(services, account, sessionId, signedIn.token);
    return withCookie(answer, deviceCookie(signedIn.device, isSecure(services, request)));
  });

  route(app, services, getSession, async ({ query, person }) => {
    const t = required(query, "t");
    const row = await database.read
      .selectFrom("account")
      .innerJoin("token", "token.account_id", "account.id")
      .select(["account.session_id as present", "token.session_id as own"])
      .where("token.hash", "=", person.tokenHash)
      .executeTakeFirst();
    const rule = settings.current.oneDevice;
    // Who may use several devices is told their own session, which no other one replaces.
    const own = mayUseSeveralDevices(rule, person.level) ? row?.own : null;
    const sessionId = own ?? row?.present ?? null;
    if (sessionId === null) return { t, sessionId };
    const proof = hash("sha256", `${t}\n${sessionId}`);
    return { t: proof, sessionId };
  });

  route(
    app,
    services,
    logout,
    async ({ person, request }) => {
      const address = await providerSignOut(services, person.tokenHash);
      await tokens.end(person);
      const answer = address === null ? null : { address };
      return keptToken(request) === null ? answer : withCookie(answer, noFramedCookie());
    },
    { isLimited: false },
  );
};

/** Records the day on which a person accepted a policy, or that they declined it. */
export const acceptPolicyRoute = (app: App, services: Services): void => {
  route(app, services, acceptPolicy, async ({ body, person, query }) => {
    const { policy } = body;
    const days = studentDays(query, services.catalogue.current.schoolDays);
    const accepted = body.accepted ? days.of(services.clock()) : null;
    await services.database.write((db) =>
      db
        .updateTable("account")
        .set(`accepted_${policy}`, accepted)
        .where("id", "=", person.accountId)
        .execute(),
    );
    return { policy, accepted: accepted ?? false };
  });
};
