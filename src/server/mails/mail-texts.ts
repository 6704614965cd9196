import { FALLBACK_LANGUAGE } from "../../domain/languages.ts";
import { serverLanguage, serverTexts } from "../http/server-texts.ts";

/** The mails whose texts a school may replace, with their placeholders. */
export const MAILS = {
  "password-reset": { places: ["name", "link", "minutes", "school"], needed: "link" },
} as const;

/** The placeholders of the lines below every mail. */
export const SIGNATURE_PLACES = ["school"] as const;

export type MailName = keyof typeof MAILS;

export interface MailText {
  /** One line. */
  subject: string;
  text: string;
}

/** A school's own texts of mails, by language. The app's own texts replace missing ones. */
export interface MailTexts {
  /** The lines below every mail. */
  signature?: Readonly<Record<string, string>>;
  mails?: Readonly<Partial<Record<MailName, Readonly<Record<string, MailText>>>>>;
}

/** A placeholder in a text, such as `{name}`. */
export const PLACE = /\{(\w+)\}/g;

const fill = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(PLACE, (place, name) => values[name] ?? place);

/** A subject is one line, also if a name in it is not. */
const oneLine = (text: string): string => text.replace(/[\s\p{Cc}]+/gu, " ").trim();

export interface PasswordResetValues {
  name: string;
  link: string;
  /** How long the link is valid. */
  minutes: number;
  school: string;
}

/**
 * The mail with a link for a new password.
 * @param asked the person's language
 */
export const passwordResetMail = (
  own: MailTexts,
  asked: string,
  { name, link, minutes, school }: PasswordResetValues,
): MailText => {
  const language = serverLanguage(asked);
  const values = { name, link, minutes: String(minutes), school };
  const words = own.mails?.["password-reset"]?.[language];
  const texts = serverTexts(language);
  const text = words ? fill(words.text, values) : texts("password-reset.mail", { name, link });
  const signature = own.signature?.[language] ?? own.signature?.[FALLBACK_LANGUAGE];
  return {
    subject: words ? oneLine(fill(words.subject, values)) : texts("password-reset.subject"),
    // Mail programs know the line before a signature.
    text: signature ? `${text.trimEnd()}\n\n-- \n${fill(signature.trimEnd(), { school })}\n` : text,
  };
};
