import { createHash } from "node:crypto";
import { getSession, login, logout } from "../../../contract/session.ts";
import { findByUsername } from "../../db/accounts.ts";
import type { Budget } from "../../db/failed-attempts.ts";
import type { Account } from "../../db/schema.ts";
import { isSecure } from "../client-address.ts";
import { readOrganisation } from "../organisations/organisation.ts";
import { HttpProblem, invalid } from "../problem.ts";
import { type App, publicRoute, required, route } from "../route.ts";
import type { Services } from "../services.ts";
import { withCookie } from "../typed-answer.ts";
import { deviceCookie, deviceOf } from "./device-cookie.ts";
import type { Origin, SignInAttempts } from "./sign-in-attempts.ts";

const SESSION_ID = /^[\x21-\x7e]{1,200}$/;

const userOf = async ({ database }: Services, account: Account, sessionId: string | null) => ({
  id: account.id,
  firstName: account.first_name,
  lastName: account.last_name,
  username: account.username,
  email: account.email,
  level: account.level,
  languages: JSON.parse(account.languages) as string[],
  registration: account.registered,
  expire: account.expire,
  accepted_policy_personaldata: account.accepted_personaldata,
  accepted_policy_mediaconsent: account.accepted_mediaconsent,
  org_id: account.organisation_id,
  serialNumber: account.serial_number,
  canDownloadApp: account.may_download === 1,
  Organization: await readOrganisation(database.read, account.organisation_id),
  sessionId,
});

const notFound = () =>
  new HttpProblem(404, "login/user_not_found", "Wrong username and/or password");

/**
 * The calls for signing in and out, and for checking whether another sign-in has replaced this one.
 */
export const sessionRoutes = (app: App, services: Services, attempts: SignInAttempts): void => {
  const { database, tokens } = services;

  /** Creates a token; null for a blocked account, or when the password was changed meanwhile. */
  const signIn = (account: Account, sessionId: string | null, from: Origin, forgiven: Budget) =>
    database.write(async (db) => {
      const { numUpdatedRows } = await db
        .updateTable("account")
        .set({ session_id: sessionId, last_login: services.clock() })
        .where("id", "=", account.id)
        .where("password", "=", account.password)
        .where("blocked", "is", null)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) return null;
      const device = await attempts.succeeded(db, account.id, from, forgiven);
      return { device, token: await tokens.issue(db, account.id, sessionId) };
    });

  publicRoute(app, services, login, async ({ body, address, request, untilGone }) => {
    if (body.username === "") throw invalid("username", "is required");
    if (body.password === "") throw invalid("password", "is required");
    const { username, password, sessionId } = body;
    if (sessionId !== null && !SESSION_ID.test(sessionId)) {
      throw invalid("sessionId", "must be up to 200 printable characters");
    }
    const from = { address, device: deviceOf(request) };
    const account = await findByUsername(database.read, username);
    const who = { username, password, account };
    const { isRight, device, budget } = await attempts.verify(who, from, untilGone);
    if (!account || !isRight) throw notFound();
    const signedIn = await signIn(account, sessionId, { ...from, device }, budget);
    if (signedIn === null) throw notFound();
    tokens.forget(account.id);
    const { token } = signedIn;
    const answer = { user: await userOf(services, account, sessionId), token };
    return withCookie(answer, deviceCookie(signedIn.device, isSecure(services, request)));
  });

  route(app, services, getSession, async ({ query, person }) => {
    const t = required(query, "t");
    const row = await database.read
      .selectFrom("account")
      .select("session_id")
      .where("id", "=", person.accountId)
      .executeTakeFirst();
    const sessionId = row?.session_id ?? null;
    if (sessionId === null) return { t, sessionId };
    const proof = createHash("sha256").update(`${t}\n${sessionId}`).digest("hex");
    return { t: proof, sessionId };
  });

  route(
    app,
    services,
    logout,
    async ({ person }) => {
      await tokens.end(person);
      return null;
    },
    { isLimited: false },
  );
};
