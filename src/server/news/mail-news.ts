import { hash } from "node:crypto";
import type { Kysely } from "kysely";
import type { Tables } from "../db/schema.ts";
import type { Mail } from "../mailer.ts";
import { mailingOrganisation } from "../school/organisation.ts";
import { serverTexts } from "../server-texts.ts";
import type { Services } from "../services.ts";
import type { ComposedNews } from "./compose-news.ts";
import { schoolMail } from "./mail-texts.ts";
import { choiceKeyOf } from "./news-choice.ts";
import type { StoredNews, ToldPerson } from "./news-rows.ts";

type MailServices = Pick<Services, "keyedHash" | "publicUrl">;

/**
 * Names a mail by what it tells. A mail that is tried again has the same name, so that a mailbox that has
 * got it can tell.
 */
const messageIdOf = (
  { keyedHash, publicUrl }: MailServices,
  rows: readonly StoredNews[],
): string => {
  const keys = rows.map(({ account_id, kind, subject_id, at }) => [
    account_id,
    kind,
    subject_id,
    at,
  ]);
  const name = keyedHash("news mail", hash("sha256", JSON.stringify(keys)));
  return `<news.${name}@${new URL(publicUrl()).hostname.replace(/^\[|\]$/g, "")}>`;
};

/** The organisations of people, each read once. */
export type Organisations = (id: number | null) => ReturnType<typeof mailingOrganisation>;

export const readOrganisations = (db: Kysely<Tables>): Organisations => {
  const known = new Map<number | null, ReturnType<typeof mailingOrganisation>>();
  return (id) => {
    const found = known.get(id) ?? mailingOrganisation(db, id);
    known.set(id, found);
    return found;
  };
};

/** The mail that tells a person what is new. */
export const mailOfNews = async (
  services: MailServices,
  organisations: Organisations,
  person: ToldPerson,
  rows: readonly StoredNews[],
  { subject, text }: ComposedNews,
  language: string,
): Promise<Mail> => {
  const organisation = await organisations(person.organisation_id);
  const { keyedHash, publicUrl } = services;
  // There somebody chooses, without signing in, when their mails come.
  const changeLink = `${publicUrl()}/api/news/${choiceKeyOf(keyedHash, person.id)}`;
  return {
    to: person.email,
    messageId: messageIdOf(services, rows),
    headers: {
      // RFC 8058: the mail program can end such mails without showing a page.
      "List-Unsubscribe": `<${changeLink}>`,
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
      // RFC 3834: nobody's holiday notice answers it.
      "Auto-Submitted": "auto-generated",
    },
    ...schoolMail(organisation, "news", language, {
      name: person.first_name || person.username,
      subject,
      news: text,
      change: serverTexts(language)("news-mail.change", { link: changeLink }),
    }),
  };
};
