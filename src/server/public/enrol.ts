import * as v from "valibot";
import { withoutInvisible, withoutMarks } from "../../lib/without-invisible.ts";
import type { Budget } from "../accounts/failed-attempts.ts";
import type { KeyedHash } from "../accounts/hashing-key.ts";
import { isMailAddress, withAsciiDomain } from "../mail-address.ts";
import type { ServerMessage } from "../server-texts.ts";
import { serverTexts } from "../server-texts.ts";
import type { Services } from "../services.ts";

/** The longest body of the form. */
export const MAX_FORM_BYTES = 16 * 1024;

const MAX_NAME = 100;
const MAX_MESSAGE = 2000;

/** The name of the field that people do not see, and that programs fill in. */
export const TRAP = "website";

/** What somebody has written, and what is wrong with it by field. */
export interface EnrolForm {
  readonly fields: Readonly<Record<"name" | "email" | "message", string>>;
  readonly problems: Readonly<Partial<Record<"name" | "email" | "message", ServerMessage>>>;
  /** Whether a program has filled in what people do not see. */
  readonly isTrapped: boolean;
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** Everything but the ends of lines. */
const CONTROLS = /[^\P{Cc}\n]/gu;

const oneLine = v.pipe(
  v.string(),
  v.transform((text) =>
    text
      .replace(/\p{Cc}/gu, " ")
      .replace(/\s+/g, " ")
      .trim(),
  ),
);

const fields = v.object({
  name: v.pipe(oneLine, v.transform(withoutMarks)),
  email: v.pipe(oneLine, v.transform(withoutInvisible)),
  message: v.pipe(
    v.string(),
    v.transform((text) => text.replace(/\r\n?/g, "\n").replace(CONTROLS, "").trim()),
  ),
});

/**
 * Reads the form as a browser sends it.
 * @returns null for a body that is no form
 */
export const readEnrolForm = (type: string | undefined, body: Buffer): EnrolForm | null => {
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(type ?? "")) return null;
  let sent: URLSearchParams;
  try {
    sent = new URLSearchParams(utf8.decode(body));
  } catch {
    return null;
  }
  const read = v.parse(fields, {
    name: sent.get("name") ?? "",
    email: sent.get("email") ?? "",
    message: sent.get("message") ?? "",
  });
  return {
    fields: read,
    problems: {
      ...((read.name === "" || read.name.length > MAX_NAME) && { name: "public.wrong-name" }),
      ...(!isMailAddress(read.email) && { email: "public.wrong-email" }),
      ...(read.message.length > MAX_MESSAGE && { message: "public.too-long" }),
    },
    isTrapped: (sent.get(TRAP) ?? "") !== "",
  };
};

/** Messages of one household, and of all, in a quarter of an hour. */
const HOUSEHOLD = 5;
const SCHOOL = 60;

/** What a message counts against. Addresses are kept as hashes, for a quarter of an hour. */
export const enrolBudgets = (keyedHash: KeyedHash, household: string): readonly Budget[] => [
  { key: keyedHash("enrol", household), failures: HOUSEHOLD },
  { key: keyedHash("enrol", "all"), failures: SCHOOL },
];

interface Enrolment {
  readonly form: EnrolForm;
  readonly school: { readonly name: string; readonly email: string };
  readonly course: string;
  /** The address of the course's page. */
  readonly page: string;
  /** The language of the school, which reads the mail. */
  readonly language: string;
}

/**
 * Sends what somebody has written to the school. Nothing else of it is kept.
 * @throws the mailer's error
 */
export const sendEnrolment = (
  { mailer }: Pick<Services, "mailer">,
  { form: { fields: sent }, school, course, page, language }: Enrolment,
): Promise<void> => {
  const text = serverTexts(language);
  const { name, message } = sent;
  const email = withAsciiDomain(sent.email);
  return mailer.send({
    from: { name: school.name, address: school.email },
    to: school.email,
    replyTo: { name, address: email },
    subject: text("public.mail-subject", { course, name }),
    text: `${[
      text("public.mail-text", { name, email, course }),
      ...(message ? [message] : []),
      text("public.mail-page", { page }),
    ].join("\n\n")}\n`,
  });
};
