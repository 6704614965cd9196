import type { Account, LinkPurpose } from "../db/schema.ts";
import type { Mail } from "../mailer.ts";
import type { Organisations } from "../news/mail-news.ts";
import { invitationMail, type MailTexts, passwordResetMail } from "../news/mail-texts.ts";
import type { Secret } from "../secrets.ts";
import type { Services } from "../services.ts";
import { LINK_LIFE_MS } from "./links.ts";

export interface MadeLink {
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
  const school = organisation?.name ?? "";
  const own: MailTexts = JSON.parse(organisation?.mails ?? "{}");
  const values = {
    ...{ name: account.first_name || account.username, school },
    link: `${publicUrl()}/api/reset/${secret}`,
  };
  const life = LINK_LIFE_MS[purpose];
  const words =
    purpose === "invitation"
      ? invitationMail(own, language, {
          ...values,
          username: account.username,
          days: life / 86_400_000,
        })
      : passwordResetMail(own, language, { ...values, minutes: life / 60_000 });
  return {
    from: { name: school, address: organisation?.email || "no-reply@localhost" },
    to: account.email,
    ...words,
  };
};
