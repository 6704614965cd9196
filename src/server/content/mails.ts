import { LANGUAGES } from "../../domain/languages.ts";
import { MAILS, type MailName, SIGNATURE_PLACES } from "../../domain/mail-places.ts";
import {
  type MailText,
  type MailTexts,
  namesAddress,
  PLACE,
  SECRET_PLACE,
} from "../news/mail-texts.ts";
import { didYouMean } from "./problem-list.ts";
import { inEachLanguage, languagesFrom } from "./text-files.ts";
import type { YamlField } from "./yaml-field.ts";

const MAX_SUBJECT = 150;
const MAX_TEXT = 10_000;
const MAX_SIGNATURE = 1000;
const NAMES = Object.keys(MAILS) as MailName[];

const listed = (places: readonly string[]): string => places.map((name) => `{${name}}`).join(", ");

/** Reads a text with placeholders such as `{name}`. Reports unknown ones. */
const readWords = (field: YamlField | null, places: readonly string[], atMost: number): string => {
  const written = field?.markdown();
  if (!field || !written) return "";
  for (const [at, line] of written.text.split("\n").entries()) {
    const say = (message: string, name: string) =>
      field.sayAt(written.lineAt(at), message, { code: "mail/place", values: { name } });
    for (const [place, name = ""] of line.matchAll(PLACE)) {
      if (places.includes(name)) continue;
      say(
        `${place} has no meaning here${didYouMean(name, places) || `: there is ${listed(places)}.`}`,
        place,
      );
    }
    if (/[{}]/.test(line.replace(PLACE, ""))) {
      say(`"${field.name}" has a brace that belongs to no place such as {${places[0]}}.`, "{ }");
    }
  }
  field.isWithin(written.text.length, atMost);
  return written.text.trim();
};

/**
 * Reports what would send the secret of a link elsewhere: an address around the place, which a mail program
 * makes one link of, or another address, which somebody may take for the right one.
 */
const checkSecret = (field: YamlField): void => {
  const written = field.markdown();
  for (const [at, line] of (written?.text.split("\n") ?? []).entries()) {
    const say = (message: string) =>
      field.sayAt(written?.lineAt(at) ?? 1, message, { code: "mail/link" });
    const words = line.split(/\s+/).filter((word) => word.includes(`{${SECRET_PLACE}}`));
    if (words.some((word) => word !== `{${SECRET_PLACE}}`)) {
      say(`{${SECRET_PLACE}} must stand alone, with a blank or a line's end on both sides.`);
    } else if (namesAddress(line)) {
      say(`No address but {${SECRET_PLACE}} may stand in this mail.`);
    }
  }
};

const readSubject = (field: YamlField | null, places: readonly string[]): string => {
  const subject = readWords(field, places, MAX_SUBJECT);
  field?.isOneLine(subject);
  return subject;
};

const readMail = (field: YamlField, name: MailName): Record<string, MailText> => {
  const { subject: subjectPlaces, text: textPlaces, needed } = MAILS[name];
  return inEachLanguage(field.fields(LANGUAGES), (words) => {
    const fields = words.fields(["subject", "text"]);
    const subject = readSubject(fields.need("subject"), subjectPlaces);
    const textField = fields.need("text");
    const text = readWords(textField, textPlaces, MAX_TEXT);
    if (textField && needed.some((place) => place === SECRET_PLACE)) checkSecret(textField);
    for (const place of text ? needed : []) {
      if (text.includes(`{${place}}`)) continue;
      textField?.say(`"text" does without {${place}}, which this mail is about.`, {
        ...{ code: "mail/place-missing", values: { name: place } },
      });
    }
    return { subject, text: `${text}\n` };
  });
};

/** Required in the school's first language, which comes first: a mail in another one takes it. */
const readSignature = (field: YamlField, first: string): Record<string, string> => {
  const fields = field.fields(LANGUAGES);
  fields.need(first);
  return inEachLanguage(
    fields,
    (words) => readWords(words, SIGNATURE_PLACES, MAX_SIGNATURE),
    languagesFrom(first),
  );
};

/**
 * Reads a school's own words in its mails.
 * @param first the school's first language
 */
export const readMails = (field: YamlField | null, first: string): MailTexts => {
  const fields = field?.fields([...NAMES, "signature"]);
  const signature = fields?.maybe("signature");
  const mails = Object.fromEntries(
    NAMES.flatMap((name) => {
      const own = fields?.maybe(name);
      return own ? [[name, readMail(own, name)] as const] : [];
    }),
  );
  return {
    ...(signature && { signature: readSignature(signature, first) }),
    ...(Object.keys(mails).length > 0 && { mails }),
  };
};
