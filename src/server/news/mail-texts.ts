import type { MailName } from "../../domain/mail-placeholders.ts";
import type { Tables } from "../db/schema.ts";
import type { Mail } from "../mailer.ts";
import { type ServerMessage, serverLanguage, serverTexts } from "../server-texts.ts";

/** Opens the account of whoever has it: it stands alone in a text, and no other address stands beside it. */
export const SECRET_PLACEHOLDER = "link";

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
export const PLACEHOLDER = /\{(\w+)\}/g;

type MailValues = Readonly<Record<string, string>>;

const fill = (text: string, values: MailValues): string =>
  text.replace(PLACEHOLDER, (placeholder, name) => values[name] ?? placeholder);

/** A subject is one line, also if a name in it is not. */
const oneLine = (text: string): string => text.replace(/[\s\p{Cc}]+/gu, " ").trim();

/** The app's own words of a mail. Without values its placeholders stay. */
const usualWords = (name: MailName, language: string, values: MailValues = {}): MailText => {
  const texts = serverTexts(language);
  const words = (subject: ServerMessage, text: ServerMessage) => ({
    subject: texts(subject, values),
    text: texts(text, values),
  });
  if (name === "password-reset") return words("password-reset.subject", "password-reset.mail");
  if (name === "invitation") return words("invitation.subject", "invitation.mail");
  const text = `${texts("news-mail.hello")}\n\n{news}\n\n{change}\n`;
  return { subject: fill("{subject}", values), text: fill(text, values) };
};

/** The app's own words of a mail, with its placeholders. */
export const usualMail = (name: MailName, language: string): MailText => {
  const { subject, text } = usualWords(name, language);
  return { subject, text: text.trimEnd() };
};

/**
 * A mail in the school's own words, or else in the app's.
 * @param personLanguage the person's language
 * @param values of the placeholders; `domain/mail-placeholders.ts` says which mail has which
 */
export const mailText = (
  own: MailTexts,
  name: MailName,
  personLanguage: string,
  values: MailValues,
): MailText => {
  const language = serverLanguage(personLanguage);
  const words = own.mails?.[name]?.[language];
  const { subject, text } = words
    ? { subject: fill(words.subject, values), text: fill(words.text, values) }
    : usualWords(name, language, values);
  const signature = own.signature?.[language] ?? Object.values(own.signature ?? {})[0];
  return {
    subject: oneLine(subject),
    // Mail programs know the line before a signature.
    text: signature
      ? `${text.trimEnd()}\n\n-- \n${fill(signature.trimEnd(), { school: values.school ?? "" })}\n`
      : text,
  };
};

/** A school that sends mails; absent: there is none yet. */
type Sender = Pick<Tables["organisation"], "name" | "email" | "mails"> | undefined;

/** Who a school's mails come from. */
export const senderOf = (school: Sender): Mail["from"] => ({
  name: school?.name ?? "",
  address: school?.email || "no-reply@localhost",
});

/** A mail of a school with its sender, as `mailText`. */
export const schoolMail = (
  school: Sender,
  name: MailName,
  personLanguage: string,
  values: MailValues,
): Pick<Mail, "from" | "subject" | "text"> => {
  const own: MailTexts = JSON.parse(school?.mails ?? "{}");
  const all = { ...values, school: school?.name ?? "" };
  return { from: senderOf(school), ...mailText(own, name, personLanguage, all) };
};
