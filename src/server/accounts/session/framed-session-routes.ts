import type { HonoRequest } from "hono";
import { keepFramedSession, restoreFramedSession } from "../../../contract/framed-session.ts";
import { isSecure } from "../../client-address.ts";
import { withCookie } from "../../http/answer.ts";
import { tokenOf } from "../../http/authenticate.ts";
import { type App, publicRoute, route } from "../../http/route.ts";
import { HttpProblem } from "../../problem.ts";
import type { Services } from "../../services.ts";
import { accountsById } from "../account-rows.ts";
import { unauthorized } from "./access.ts";
import { framedCookie, keptToken, noFramedCookie } from "./cookies.ts";
import { signedInAnswer } from "./start-session.ts";

/**
 * Refuses what another page than the app's own may have caused. No page can forge or leave out these headers,
 * and every browser that runs the app sends them over HTTPS: `same-origin` is neither another site nor another
 * host of the same site, and `empty` is a script, neither a form nor a frame nor a picture.
 * @throws HttpProblem 403
 */
const assertOwnScript = (services: Services, request: HonoRequest): void => {
  const isOwn =
    isSecure(services, request) &&
    request.header("sec-fetch-site") === "same-origin" &&
    request.header("sec-fetch-dest") === "empty";
  if (!isOwn)
    throw new HttpProblem(403, "session/not_allowed", "Only the app's own page may do that");
};

/** Keeps the session of a frame without storage in a cookie, and gives it back. */
export const framedSessionRoutes = (app: App, services: Services): void => {
  const { database, tokens } = services;

  route(app, services, keepFramedSession, ({ request }) => {
    assertOwnScript(services, request);
    const token = tokenOf(request);
    if (token === null) throw unauthorized();
    return withCookie(null, framedCookie(token));
  });

  publicRoute(app, services, restoreFramedSession, async ({ request }) => {
    assertOwnScript(services, request);
    const ended = { "Set-Cookie": noFramedCookie() };
    const token = keptToken(request);
    const person = token && (await tokens.find(token));
    if (!person) throw unauthorized(ended);
    if (person.isReplaced) {
      throw new HttpProblem(409, "session/used_elsewhere", "A later sign-in has replaced it", {
        headers: ended,
      });
    }
    const account = (await accountsById(database.read, [person.accountId])).get(person.accountId);
    const session = await database.read
      .selectFrom("token")
      .leftJoin("openid_session", "token_hash", "hash")
      .select(["session_id", "token_hash as of_provider"])
      .where("hash", "=", person.tokenHash)
      .executeTakeFirst();
    // It has ended in this moment.
    if (!account || !session) throw unauthorized(ended);
    const { user } = await signedInAnswer(services, account, session.session_id, token);
    const signedInElsewhere = session.of_provider !== null;
    return withCookie({ user: { ...user, signedInElsewhere }, token }, framedCookie(token));
  });
};
