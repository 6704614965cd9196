import type { Kysely } from "kysely";
import { recordChange } from "../audit/record-change.ts";
import { NO_LEASE } from "../db/lease.ts";
import type { Account, LinkPurpose, Tables } from "../db/schema.ts";
import type { Mail } from "../mailer.ts";
import type { Organisations } from "../news/mail-news.ts";
import { schoolMail } from "../news/mail-texts.ts";
import { createSecret, hashOf, type Secret } from "../secrets.ts";
import type { Services } from "../services.ts";
import type { PeopleContext } from "./change-person.ts";

/** How long a mailed link can be used. */
const LINK_LIFE_MS = {
  "password-reset": 60 * 60_000,
  invitation: 14 * 86_400_000,
} as const satisfies Record<LinkPurpose, number>;

/**
 * Makes a one-time link on which a person chooses a password; call within a write. An earlier
 * invitation ends; earlier links for a forgotten password stay, as mails may overtake each other.
 * @returns the secret of its address
 */
export const createLink = async (
  db: Kysely<Tables>,
  accountId: number,
  purpose: LinkPurpose,
  language: string,
  now: number,
): Promise<Secret> => {
  const secret = createSecret();
  await db.deleteFrom("reset_link").where("expires", "<=", now).execute();
  if (purpose === "invitation") await endInvitations(db, accountId);
  await db
    .insertInto("reset_link")
    .values({
      ...{ hash: hashOf(secret), account_id: accountId, language, purpose },
      expires: now + LINK_LIFE_MS[purpose],
    })
    .execute();
  return secret;
};

const endInvitations = async (db: Kysely<Tables>, accountId: number): Promise<void> => {
  await db
    .deleteFrom("reset_link")
    .where("account_id", "=", accountId)
    .where("purpose", "=", "invitation")
    .execute();
};

/**
 * Has a link mailed to a person, and records who has done it; call within a write. A server sends the
 * mail within seconds, and tries again for three days. A new invitation ends the one before at once.
 * @returns why it is not mailed; null if it is
 */
export const orderLinkMail = async (
  db: Kysely<Tables>,
  { id, username, blocked, password }: Pick<Account, "id" | "username" | "blocked" | "password">,
  purpose: LinkPurpose,
  { actor, now }: Pick<PeopleContext, "actor" | "now">,
): Promise<"blocked" | "has-password" | null> => {
  if (blocked !== null) return "blocked";
  if (purpose === "invitation") {
    if (password !== "") return "has-password";
    await endInvitations(db, id);
  }
  const row = { purpose, due: now, since: now, tries: 0, ...NO_LEASE };
  await db
    .insertInto("link_mail")
    .values({ account_id: id, ...row })
    .onConflict((conflict) => conflict.column("account_id").doUpdateSet(row))
    .execute();
  await recordChange(db, now, {
    ...{ actor, kind: "person", subject: id, name: username },
    action: purpose === "invitation" ? "invited" : "password-reset",
    ...(purpose === "password-reset" && { details: { by_mail: true } }),
  });
  return null;
};

interface MadeLink {
  readonly account: Pick<Account, "username" | "first_name" | "email" | "organisation_id">;
  readonly language: string;
  readonly secret: Secret;
}

/** The mail with a link on which somebody chooses a password, in the words of the school. */
export const mailWithLink = async (
  { publicUrl }: Pick<Services, "publicUrl">,
  organisations: Organisations,
  { account, language, secret }: MadeLink,
  purpose: LinkPurpose,
): Promise<Mail> => {
  const organisation = await organisations(account.organisation_id);
  const life = LINK_LIFE_MS[purpose];
  return {
    to: account.email,
    ...schoolMail(organisation, purpose, language, {
      name: account.first_name || account.username,
      username: account.username,
      link: `${publicUrl()}/api/reset/${secret}`,
      ...(purpose === "invitation"
        ? { days: String(life / 86_400_000) }
        : { minutes: String(life / 60_000) }),
    }),
  };
};
