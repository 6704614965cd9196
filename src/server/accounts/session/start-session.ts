import type { Kysely } from "kysely";
import type { SentAnswer } from "../../../contract/call.ts";
import type { AnswersAhead, login } from "../../../contract/session.ts";
import type { Account, Tables } from "../../db/schema.ts";
import { invalid } from "../../problem.ts";
import { readOrganisation } from "../../school/organisation.ts";
import type { Secret } from "../../secrets.ts";
import type { Services } from "../../services.ts";
import { sentCourses } from "../../study/routes.ts";

const SESSION_ID = /^[\x21-\x7e]{1,200}$/;

/** @throws HttpProblem 422 for an invalid session id */
export const assertSessionId = (sessionId: string | null): void => {
  if (sessionId !== null && !SESSION_ID.test(sessionId)) {
    throw invalid("sessionId", "must be up to 200 printable characters");
  }
};

/**
 * Starts a session, which replaces an earlier one of the account; call within a write.
 * @returns its token; null for a blocked account, or when the password was changed meanwhile
 */
export const startSession = async (
  { tokens, clock }: Services,
  db: Kysely<Tables>,
  { id, password }: Account,
  sessionId: string | null,
): Promise<Secret | null> => {
  const { numUpdatedRows } = await db
    .updateTable("account")
    .set({ session_id: sessionId, last_login: clock() })
    .where("id", "=", id)
    .where("password", "=", password)
    .where("blocked", "is", null)
    .executeTakeFirst();
  return numUpdatedRows === 0n ? null : tokens.issue(db, id, sessionId);
};

/**
 * Answers to calls that a browser makes next, which on a slow line spares it half a second.
 * @returns undefined for a token that opens nothing, such as that of an expired account
 */
const answersAhead = async (
  services: Services,
  token: Secret,
): Promise<AnswersAhead | undefined> => {
  const person = await services.tokens.find(token);
  if (!person) return undefined;
  return {
    "/products": JSON.parse(services.catalogue.current.productList.bytes.toString()),
    "/user/courses": await sentCourses(services, person),
  };
};

/** The answer to a sign-in, in the contract's form. */
export const signedInAnswer = async (
  services: Services,
  account: Account,
  sessionId: string | null,
  token: Secret,
) => {
  const organisation = await readOrganisation(services, account.organisation_id);
  return {
    user: {
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
      signedInElsewhere: false,
      Organization: organisation,
      ...(organisation?.zone && { schoolZone: organisation.zone }),
      sessionId,
    },
    token,
    // The desktop app, whose sessions have no id, has them on its disk.
    ahead: sessionId === null ? undefined : await answersAhead(services, token),
  } satisfies SentAnswer<typeof login>;
};
