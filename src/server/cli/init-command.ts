import * as v from "valibot";
import { COMMAND } from "../../domain/audit.ts";
import { FALLBACK_LANGUAGE, LANGUAGES } from "../../domain/languages.ts";
import { Passwords } from "../accounts/password/passwords.ts";
import { exportPublicKey, licenceKey } from "../activation/licences.ts";
import { schoolLanguages } from "../content/import-school.ts";
import { ownZone } from "../days.ts";
import { reachable } from "../reachable-address.ts";
import {
  type FieldProblem,
  type FirstFields,
  firstFields,
  languagesIn,
  setUpSchool,
} from "../school/first-start/set-up-school.ts";
import { isNewSchool } from "../school/first-start/start-link.ts";
import { settingProblems } from "../school/settings/change-settings.ts";
import type { Environment } from "../school/settings/environment.ts";
import { isFixed } from "../school/settings/live-settings.ts";
import { openStore } from "../store/open-store.ts";
import { withDatabase } from "./command-context.ts";
import { collect, STDIN_OPTION } from "./options.ts";
import type { SchoolCommand } from "./school-command.ts";
import {
  askPassword,
  type Check,
  CommandError,
  passwordSentence,
  TerminalQuestions,
  UsageError,
} from "./terminal.ts";

interface InitOptions {
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

const FIELDS = { name: "The name", admin: "The username", email: "The email address" } as const;

const fieldCheck =
  (field: keyof FirstFields): Check =>
  (answer) => {
    const decoded = v.safeParse(firstFields.entries[field], answer);
    if (decoded.success) return null;
    return `${FIELDS[field]} ${PROBLEMS[decoded.issues[0].message as FieldProblem]}.`;
  };

const languagesOf = (answer: string): string[] => answer.split(/[\s,]+/).filter(Boolean);

const languageCheck = (languages: readonly string[]): string | null => {
  const unknown = languages.filter((one) => languagesIn([one]).length === 0);
  if (unknown.length === 0) return null;
  return `There is no language "${unknown.join(", ")}". Choose of ${LANGUAGES.join(", ")}.`;
};

/** The answers of a person at the terminal to what no option says. Each is checked when it is given. */
const ask = async (options: InitOptions, environment: Environment) => {
  const questions = new TerminalQuestions();
  /** An empty text for a setting of the environment. */
  const askSetting = async (name: "PUBLIC_URL" | "SMTP_URL", question: string): Promise<string> => {
    if (isFixed(environment, name)) return "";
    return questions.ask(`${question} (may be empty)`, "", (answer) => {
      const changes = answer === "" ? {} : { [name]: answer };
      return settingProblems(environment, changes, changes)[0]?.message ?? null;
    });
  };
  try {
    const name =
      options.name ?? (await questions.ask("Name of the school", "", fieldCheck("name")));
    const language =
      options.language.length > 0
        ? options.language
        : languagesOf(
            await questions.ask(
              `Languages, the first one before the others, of ${LANGUAGES.join(", ")}`,
              "en",
              (answer) => languageCheck(languagesOf(answer)),
            ),
          );
    const address =
      options.address ??
      (await askSetting("PUBLIC_URL", "Public address, such as https://school.example"));
    const smtp =
      options.smtp ??
      (await askSetting("SMTP_URL", "Mail server, such as smtp://user:password@host:587"));
    const admin =
      options.admin ??
      (await questions.ask("Username of the administrator", "admin", fieldCheck("admin")));
    const email =
      options.email ?? (await questions.ask("Their email address", "", fieldCheck("email")));
    const askCourse = () =>
      questions.ask("First course: sample or empty", "sample", (answer) =>
        /^(?:s|sample|e|empty)$/i.test(answer) ? null : "Type sample or empty.",
      );
    const isEmpty = !options.sample && (options.empty || /^e/i.test(await askCourse()));
    const password = await questions.askSecret("Password", (typed) =>
      passwordSentence(typed, [admin, email]),
    );
    return { name, language, address, smtp, admin, email, isEmpty, password };
  } finally {
    questions.close();
  }
};

/** What the options say. @throws UsageError for those that are missing */
const fromOptions = async (options: InitOptions) => {
  const { name, language, email, sample, empty } = options;
  const { address = "", smtp = "", admin = "admin" } = options;
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
    const path = v.getDotPath(issue) as keyof typeof FIELDS;
    return `${FIELDS[path]} ${PROBLEMS[issue.message as FieldProblem]}.`;
  });
  throw new CommandError([...new Set(sentences)].join("\n"));
};

/** Sets up a new school: asks a person at a terminal for what no option says. */
const initSchool = async (environment: Environment, options: InitOptions) => {
  if (options.sample && options.empty) throw new UsageError("Use --sample or --empty, not both.");
  await withDatabase(environment, async ({ read }) => {
    if (!(await isNewSchool(read))) throw new CommandError(HAS_ACCOUNTS);
  });
  const isTerminal = process.stdin.isTTY && !options.passwordStdin;
  const given = isTerminal ? await ask(options, environment) : await fromOptions(options);
  const { name, admin, email } = decode(given);
  const wrongLanguage = languageCheck(given.language);
  if (wrongLanguage !== null) throw new CommandError(wrongLanguage);
  const problem = await passwordSentence(given.password, [admin, email]);
  if (problem !== null) throw new CommandError(problem);
  const chosen = languagesIn(given.language);
  const languages = [...new Set(chosen.length > 0 ? chosen : [FALLBACK_LANGUAGE])];
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
      // With the sample there is English, too.
      return { publicKey, languages: await schoolLanguages(database.read) };
    }
    if (done.failure === "has-accounts") throw new CommandError(HAS_ACCOUNTS);
    throw new CommandError(done.failure.map(({ message }) => message).join("\n"));
  });
  const { host, port, tls, publicUrl } = environment;
  const listening = `${tls ? "https" : "http"}://${host.includes(":") ? `[${host}]` : host}:${port}`;
  const openAt = given.address || publicUrl || reachable(listening);
  return {
    data: { name, admin, email, ...made },
    text: `The school "${name}" is ready. Serve it with \`npm run school -- serve\`, and sign in as ${admin}.\nOpen ${openAt}`,
  };
};

export const declareInit = (program: SchoolCommand): void => {
  program
    .command("init")
    .description("Set up a new school: its first administrator, its first course, its keys.")
    .option("--name <words>", "the school's name")
    .option(
      "--language <code>",
      "a language of the school, the first one first; may be given several times",
      collect,
      [],
    )
    .option("--address <url>", "the public address, such as https://school.example")
    .option("--smtp <url>", "the mail server, such as smtp://user:password@host:587")
    .option("--admin <name>", "the username of the first administrator (admin)")
    .option("--email <address>", "their email address, which is also the school's")
    .option("--sample", "begin with the courses of the demo", false)
    .option("--empty", "begin with one course of one lesson", false)
    .option(...STDIN_OPTION)
    .answer(initSchool);
};
