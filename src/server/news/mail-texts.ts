import type { MailName } from "../../domain/mail-places.ts";
import { serverLanguage, serverTexts } from "../server-texts.ts";

/** Opens the account of whoever has it: it stands alone in a text, and no other address stands beside it. */
export const SECRET_PLACE = "link";

/** The mails that open accounts: their words are an administrator's. */
export const ACCOUNT_MAILS = ["password-reset", "invitation"] as const satisfies MailName[];

/** An address with its scheme or a part of it, and a bare domain. That of a mail address is none. */
const ADDRESS =
  /(?:[a-z][a-z\d+.-]*:|\/)\/|www\.|(?<![@\p{L}\d.-])(?:[\p{L}\d-]+[.。．｡])+\p{L}{2,}(?![\p{L}\d.-]*@)/iu;

/** Whether mail programs may make a link of something in a text, or readers take it for one. */
export const namesAddress = (text: string): boolean => ADDRESS.test(text);

export interface MailText {
  /** One line. */
  subject: string;
  text: string;
}

/** A school's own texts of mails, by language. The app's own texts replace missing ones. */
export interface MailTexts {
  /** The lines below every mail; the school's first language before the others, which take it. */
  signature?: Readonly<Record<string, string>>;
  mails?: Readonly<Partial<Record<MailName, Readonly<Record<string, MailText>>>>>;
}

/** A placeholder in a text, such as `{name}`. */
export const PLACE = /\{(\w+)\}/g;

const fill = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(PLACE, (place, name) => values[name] ?? place);

/** A subject is one line, also if a name in it is not. */
const oneLine = (text: string): string => text.replace(/[\s\p{Cc}]+/gu, " ").trim();

/**
 * A mail in the school's own words, or else in the app's.
 * @param personLanguage the person's language
 * @param values of the placeholders, in the school's words
 * @param usual the app's words
 */
const mailOf = (
  own: MailTexts,
  name: MailName,
  personLanguage: string,
  values: Readonly<Record<string, string>>,
  usual: () => MailText,
): MailText => {
  const language = serverLanguage(personLanguage);
  const words = own.mails?.[name]?.[language];
  const { subject, text } = words
    ? { subject: fill(words.subject, values), text: fill(words.text, values) }
    : usual();
  const signature = own.signature?.[language] ?? Object.values(own.signature ?? {})[0];
  return {
    subject: oneLine(subject),
    // Mail programs know the line before a signature.
    text: signature
      ? `${text.trimEnd()}\n\n-- \n${fill(signature.trimEnd(), { school: values.school ?? "" })}\n`
      : text,
  };
};

interface PasswordResetValues {
  name: string;
  link: string;
  /** How long the link is valid. */
  minutes: number;
  school: string;
}

/**
 * The mail with a link for a new password.
 * @param personLanguage the person's language
 */
export const passwordResetMail = (
  own: MailTexts,
  personLanguage: string,
  { name, link, minutes, school }: PasswordResetValues,
): MailText => {
  const values = { name, link, minutes: String(minutes), school };
  const texts = serverTexts(personLanguage);
  return mailOf(own, "password-reset", personLanguage, values, () => ({
    subject: texts("password-reset.subject"),
    text: texts("password-reset.mail", { name, link }),
  }));
};

interface InvitationValues {
  name: string;
  username: string;
  link: string;
  /** How long the link is valid. */
  days: number;
  school: string;
}

/**
 * The mail with a link on which a new person chooses a password.
 * @param personLanguage the person's language
 */
export const invitationMail = (
  own: MailTexts,
  personLanguage: string,
  { days, ...given }: InvitationValues,
): MailText => {
  const values = { ...given, days: String(days) };
  const texts = serverTexts(personLanguage);
  return mailOf(own, "invitation", personLanguage, values, () => ({
    subject: texts("invitation.subject", values),
    text: texts("invitation.mail", values),
  }));
};

interface NewsValues {
  /** The person's. */
  name: string;
  subject: string;
  /** What is new, with links. */
  news: string;
  /** Where the person chooses when such mails come. */
  changeLink: string;
  school: string;
}

/**
 * The mail that says what is new.
 * @param personLanguage the person's language
 */
export const newsMail = (
  own: MailTexts,
  personLanguage: string,
  { name, subject, news, changeLink, school }: NewsValues,
): MailText => {
  const texts = serverTexts(personLanguage);
  const change = texts("news-mail.change", { link: changeLink });
  return mailOf(own, "news", personLanguage, { name, subject, news, change, school }, () => ({
    subject,
    text: `${texts("news-mail.hello", { name })}\n\n${news}\n\n${change}\n`,
  }));
};

/** The app's own words of a mail, with its placeholders. */
export const usualMail = (name: MailName, language: string): MailText => {
  const texts = serverTexts(language);
  if (name === "news") {
    const hello = texts("news-mail.hello", { name: "{name}" });
    return { subject: "{subject}", text: `${hello}\n\n{news}\n\n{change}` };
  }
  return { subject: texts(`${name}.subject`), text: texts(`${name}.mail`).trimEnd() };
};
