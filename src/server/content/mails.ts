import { LANGUAGES } from "../../domain/languages.ts";
import { MAILS, type MailName, SIGNATURE_PLACEHOLDERS } from "../../domain/mail-placeholders.ts";
import {
  type MailText,
  type MailTexts,
  namesAddress,
  PLACEHOLDER,
  SECRET_PLACEHOLDER,
} from "../news/mail-texts.ts";
import { didYouMean, markOf } from "./problem-list.ts";
import { inEachLanguage, languagesFrom } from "./text-files.ts";
import type { YamlField } from "./yaml-field.ts";

const MAX_SUBJECT = 150;
const MAX_TEXT = 10_000;
const MAX_SIGNATURE = 1000;
const NAMES = Object.keys(MAILS) as MailName[];

const listed = (allowed: readonly string[]): string =>
  allowed.map((name) => `{${name}}`).join(", ");

/** Reads a text with placeholders such as `{name}`. Reports unknown ones. */
const readWords = (field: YamlField | null, allowed: readonly string[], atMost: number): string => {
  const written = field?.markdown();
  if (!field || !written) return "";
  for (const [at, line] of written.text.split("\n").entries()) {
    const say = (message: string, name: string) =>
      field.sayAt(written.lineAt(at), message, markOf("mail/place", name));
    for (const [placeholder, name = ""] of line.matchAll(PLACEHOLDER)) {
      if (allowed.includes(name)) continue;
      say(
        `${placeholder} has no meaning here${didYouMean(name, allowed) || `: there is ${listed(allowed)}.`}`,
        placeholder,
      );
    }
    if (/[{}]/.test(line.replace(PLACEHOLDER, ""))) {
      say(`"${field.name}" has a brace that belongs to no place such as {${allowed[0]}}.`, "{ }");
    }
  }
  field.isWithin(written.text.length, atMost);
  return written.text.trim();
};

/**
 * Reports what would send the secret of a link elsewhere: an address around the placeholder, which a mail program
 * makes one link of, or another address, which somebody may take for the right one.
 */
const checkSecret = (field: YamlField): void => {
  const written = field.markdown();
  for (const [at, line] of (written?.text.split("\n") ?? []).entries()) {
    const say = (message: string) =>
      field.sayAt(written?.lineAt(at) ?? 1, message, { code: "mail/link" });
    const words = line.split(/\s+/).filter((word) => word.includes(`{${SECRET_PLACEHOLDER}}`));
    if (words.some((word) => word !== `{${SECRET_PLACEHOLDER}}`)) {
      say(`{${SECRET_PLACEHOLDER}} must stand alone, with a blank or a line's end on both sides.`);
    } else if (namesAddress(line)) {
      say(`No address but {${SECRET_PLACEHOLDER}} may stand in this mail.`);
    }
  }
};

const readMail = (field: YamlField, name: MailName): Record<string, MailText> => {
  const { subject: inSubject, text: inText, needed } = MAILS[name];
  return inEachLanguage(field.fields(LANGUAGES), (words) => {
    const fields = words.fields(["subject", "text"]);
    const subjectField = fields.need("subject");
    const subject = readWords(subjectField, inSubject, MAX_SUBJECT);
    subjectField?.isOneLine(subject);
    const textField = fields.need("text");
    const text = readWords(textField, inText, MAX_TEXT);
    if (textField && needed.some((each) => each === SECRET_PLACEHOLDER)) checkSecret(textField);
    for (const each of text ? needed : []) {
      if (text.includes(`{${each}}`)) continue;
      const message = `"text" does without {${each}}, which this mail is about.`;
      textField?.say(message, markOf("mail/place-missing", each));
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
    (words) => readWords(words, SIGNATURE_PLACEHOLDERS, MAX_SIGNATURE),
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
