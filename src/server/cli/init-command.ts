import * as v from "valibot";
import { COMMAND } from "../../domain/audit.ts";
import { LANGUAGES } from "../../domain/languages.ts";
import type { SchoolSetting } from "../../domain/school-setting.ts";
import { schoolLanguages } from "../db/import-school.ts";
import { exportPublicKey, licenceKey } from "../db/licence-key.ts";
import type { Environment } from "../environment.ts";
import { withEnglish } from "../first-start/first-folder.ts";
import {
  type FieldProblem,
  type FirstFields,
  firstFields,
  languagesIn,
  ownZone,
} from "../first-start/read-choice.ts";
import { setUpSchool } from "../first-start/set-up-school.ts";
import { isNewSchool } from "../first-start/start-link.ts";
import { Passwords } from "../passwords.ts";
import { isFixed } from "../settings/effective-environment.ts";
import { openStore } from "../store/open-store.ts";
import { askPassword, passwordSentence } from "./ask-password.ts";
import { CommandError, UsageError } from "./errors.ts";
import { type JsonOption, printResult } from "./print-result.ts";
import { TerminalQuestions } from "./terminal-questions.ts";
import { withDatabase } from "./with-database.ts";

interface InitOptions extends JsonOption {
  name?: string;
  language: readonly string[];
  address?: string;
  smtp?: string;
  admin?: string;
  email?: string;
  sample: boolean;
  empty: boolean;
  passwordStdin: boolean;
}

const PROBLEMS: Record<FieldProblem, string> = {
  missing: "is missing",
  "too-long": "is too long",
  "no-name": "has nothing that can be seen, or is too long",
  "no-address": "must be an email address",
};

const HAS_ACCOUNTS =
  "This school has been set up: it has accounts. Add people with `user add`, and change settings with `settings set`.";

/** The answers of a person at the terminal to what no option says. */
const ask = async (options: InitOptions, isAsked: Record<"address" | "smtp", boolean>) => {
  const questions = new TerminalQuestions();
  try {
    const others = LANGUAGES.join(", ");
    const name = options.name ?? (await questions.ask("Name of the school"));
    const language =
      options.language.length > 0
        ? options.language
        : (await questions.ask(`Languages, of ${others}`, "en")).split(/[\s,]+/);
    const address =
      options.address ??
      (isAsked.address
        ? await questions.ask("Public address, such as https://school.example (may be empty)")
        : "");
    const smtp =
      options.smtp ??
      (isAsked.smtp
        ? await questions.ask("Mail server, such as smtp://user:password@host:587 (may be empty)")
        : "");
    const admin = options.admin ?? (await questions.ask("Username of the administrator", "admin"));
    const email = options.email ?? (await questions.ask("Their email address"));
    const isEmpty = options.sample
      ? false
      : options.empty || /^e/i.test(await questions.ask("First course: sample or empty", "sample"));
    const password = await questions.askSecret("Password");
    return { name, language, address, smtp, admin, email, isEmpty, password };
  } finally {
    questions.close();
  }
};

/** What the options say. @throws UsageError for those that are missing */
const fromOptions = async (options: InitOptions) => {
  const {
    name,
    language,
    address = "",
    smtp = "",
    admin = "admin",
    email,
    sample,
    empty,
  } = options;
  if (name === undefined || email === undefined || sample === empty) {
    throw new UsageError(
      "Without a terminal, init needs --name, --email, --sample or --empty, and the password on standard input.",
    );
  }
  const password = await askPassword(true, [admin, email]);
  return { name, language, address, smtp, admin, email, isEmpty: empty, password };
};

const decode = (given: FirstFields): FirstFields => {
  const decoded = v.safeParse(firstFields, given);
  if (decoded.success) return decoded.output;
  const sentences = decoded.issues.map((issue) => {
    const field = { name: "The name", admin: "The username", email: "The email address" };
    const path = v.getDotPath(issue) as keyof typeof field;
    return `${field[path]} ${PROBLEMS[issue.message as FieldProblem]}.`;
  });
  throw new CommandError([...new Set(sentences)].join("\n"));
};

/** Sets up a new school: asks a person at a terminal for what no option says. */
export const initSchool = async (
  options: InitOptions,
  environment: Environment,
): Promise<number> => {
  if (options.sample && options.empty) throw new UsageError("Use --sample or --empty, not both.");
  await withDatabase(environment, async ({ read }) => {
    if (!(await isNewSchool(read))) throw new CommandError(HAS_ACCOUNTS);
  });
  const isFree = (name: SchoolSetting) => !isFixed(environment, name);
  const isTerminal = process.stdin.isTTY && !options.passwordStdin;
  const given = isTerminal
    ? await ask(options, { address: isFree("PUBLIC_URL"), smtp: isFree("SMTP_URL") })
    : await fromOptions(options);
  const { name, admin, email } = decode(given);
  const unknown = given.language.filter((one) => languagesIn([one]).length === 0);
  if (unknown.length > 0) {
    throw new CommandError(
      `There is no language "${unknown.join(", ")}". Choose of ${LANGUAGES.join(", ")}.`,
    );
  }
  const problem = await passwordSentence(given.password, [admin, email]);
  if (problem !== null) throw new CommandError(problem);
  const languages = withEnglish(languagesIn(given.language));
  const settings = {
    ...(given.address && { PUBLIC_URL: given.address }),
    ...(given.smtp && { SMTP_URL: given.smtp }),
  };
  const passwordHash = await new Passwords().hash(given.password);
  const made = await withDatabase(environment, async (database) => {
    const store = await openStore(environment, database);
    const done = await setUpSchool(
      { database, store, environment, actor: COMMAND, now: Date.now() },
      {
        ...{ name, languages, email, zone: ownZone(), settings, passwordHash },
        ...{ course: given.isEmpty ? "empty" : "sample", admin: { username: admin, email } },
      },
    );
    if (done.ok) {
      const publicKey = exportPublicKey(await licenceKey(database));
      // The sample has languages of its own.
      return { publicKey, languages: await schoolLanguages(database.read) };
    }
    if (done.failure === "has-accounts") throw new CommandError(HAS_ACCOUNTS);
    throw new CommandError(done.failure.map(({ message }) => message).join("\n"));
  });
  printResult(
    options,
    { name, admin, email, ...made },
    `The school "${name}" is ready. Serve it with \`npm run school -- serve\`, and sign in as ${admin}.`,
  );
  return 0;
};
