import { createHash } from "node:crypto";
import { getSession, login, logout } from "../../../contract/session.ts";
import { findByUsername } from "../../db/accounts.ts";
import type { Account } from "../../db/schema.ts";
import { readOrganisation } from "../organisations/organisation.ts";
import { HttpProblem, invalid } from "../problem.ts";
import { type App, publicRoute, required, route } from "../route.ts";
import type { Services } from "../services.ts";
import type { LoginThrottle } from "./login-throttle.ts";

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

/** Creates a token; null when the password was changed while it was being checked. */
const signIn = (services: Services, account: Account, sessionId: string | null) =>
  services.database.write(async (db) => {
    const { numUpdatedRows } = await db
      .updateTable("account")
      .set({ session_id: sessionId, last_login: services.clock() })
      .where("id", "=", account.id)
      .where("password", "=", account.password)
      .executeTakeFirst();
    return numUpdatedRows > 0n ? services.tokens.issue(db, account.id) : null;
  });

const notFound = () =>
  new HttpProblem(404, "login/user_not_found", "Wrong username and/or password");

/**
 * The calls for signing in and out, and for checking whether another sign-in has replaced this one.
 */
export const sessionRoutes = (app: App, services: Services, throttle: LoginThrottle): void => {
  const { database, passwords, tokens } = services;

  // An unknown name takes the same work as a known one.
  const lookUp = async (username: string, password: string) => {
    const account = await findByUsername(database.read, username);
    return { account, right: await passwords.verify(password, account?.password ?? null) };
  };

  publicRoute(app, services, login, async ({ body, address }) => {
    if (body.username === "") throw invalid("username", "is required");
    if (body.password === "") throw invalid("password", "is required");
    const { sessionId } = body;
    if (sessionId !== null && !SESSION_ID.test(sessionId)) {
      throw invalid("sessionId", "must be up to 200 printable characters");
    }
    const attempt = throttle.begin(body.username, address());
    const { account, right } = await lookUp(body.username, body.password).catch((reason) => {
      attempt.withdrawn();
      throw reason;
    });
    if (!account || !right) throw notFound();
    const token = await signIn(services, account, sessionId);
    if (token === null) throw notFound();
    attempt.succeeded();
    tokens.forget();
    return { user: await userOf(services, account, sessionId), token };
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

  route(app, services, logout, async ({ person }) => {
    await tokens.end(person.tokenHash);
    return null;
  });
};
