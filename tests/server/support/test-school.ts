import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { type Selectable, sql, type Updateable } from "kysely";
import { afterAll, beforeAll, inject, onTestFinished, vi } from "vitest";
import { DEFAULT_LIMITS, type Limits } from "../../../src/server/accounts/account-limits.ts";
import { addAccount, subscribe } from "../../../src/server/accounts/account-rows.ts";
import type { Database } from "../../../src/server/db/open-database.ts";
import type { Tables } from "../../../src/server/db/schema.ts";
import { setTaughtCourses, type TaughtCourses } from "../../../src/server/desk/viewer.ts";
import { Log } from "../../../src/server/log.ts";
import {
  DEFAULT_ENVIRONMENT,
  type Environment,
} from "../../../src/server/school/settings/environment.ts";
import {
  type SchoolServer,
  type SchoolServerOptions,
  startSchoolServer,
} from "../../../src/server/school-server.ts";
import { type MovedFiles, moveFiles } from "../../../src/server/store/move-files.ts";
import { openStoreParts, type StoreParts } from "../../../src/server/store/open-store-parts.ts";
import type { StoreSettings } from "../../../src/server/store/store-settings.ts";
import { onceInThisRun } from "../../support/once-in-this-run.ts";
import { type Answer, type Asking, send } from "./client.ts";
import { JOBS_HERE } from "./content-jobs-here.ts";
import { FIXTURE } from "./fixture-folder.ts";
import { formRequest } from "./form.ts";
import { NOA } from "./noa.ts";
import { createDatabase } from "./postgres-database.ts";
import { fixtureSchool, prepareIn } from "./prepare-school.ts";
import { quickPasswords } from "./quick-passwords.ts";
import { diskStore } from "./stored-path.ts";

export { FIXTURE, fixtureSchool };

/** The day on which the tests take place. */
export const NOON = Date.parse("2026-11-18T12:00:00.000Z");
export const MINUTE = 60_000;
export const DAY = 24 * 60 * MINUTE;

/** Course ids of the fixture. */
export const PMB = 11;
export const PMS = 12;
export const SWB = 21;

export const PASSWORD = "correct horse";

let passwordHash: Promise<string> | undefined;

interface Filtered {
  where(column: string, sign: "=", value: unknown): Filtered;
}

/** A query for the rows that have these values. The types of all tables at once are too many for the compiler. */
const having = <Query>(query: Query, values: object): Query =>
  Object.entries(values).reduce(
    (rows, [column, value]) => rows.where(column, "=", value),
    query as Filtered,
  ) as Query;

export interface Subscribed {
  course: number;
  expDate?: string | null;
  subDate?: string | null;
  subMonths?: number | null;
}

export interface Person {
  id: number;
  username: string;
  email: string;
}

/** What the server is given, flat, and what tests alone change. Absent: as few limits as possible. */
export interface TestSchoolOptions
  extends Partial<Omit<SchoolServerOptions, "environment" | "log">>,
    Partial<Omit<Environment, "limits">> {
  /** No limit of writes by default, because the clock stands still. */
  accountLimits?: Partial<Limits>;
  /** The bucket of its files, with the environment variables that name it. */
  bucket?: {
    settings: StoreSettings;
    variables: Record<string, string>;
    /** For how long a write waits for it. */
    retryMs?: number;
  };
  /** Whether the fixture was published as an author's folder, which the desk can change. */
  hasFolder?: boolean;
  /** Whether what it logs is in `log`. */
  isLogged?: boolean;
}

/** A school with the fixture's content on its own port, with a clock that stands still. */
export class TestSchool {
  now = NOON;
  log = "";
  #dataDir = "";
  #options: TestSchoolOptions = {};
  #server: SchoolServer | null = null;
  #people = 0;

  /**
   * @param prepared a folder that `prepare` made; its database was copied to `databaseUrl` if that is
   *   given. Copying takes less time than importing.
   */
  async open(options: TestSchoolOptions = {}, prepared?: string): Promise<this> {
    this.#options = options;
    this.#dataDir = await mkdtemp(path.join(tmpdir(), "school-"));
    const { databaseUrl = null, hasFolder = false } = options;
    const preparation = { databaseUrl, published: hasFolder ? NOON : null };
    const prepare = () => prepareIn(this.#dataDir, preparation);
    if (prepared) {
      await cp(prepared, this.#dataDir, { recursive: true });
      if (hasFolder) await prepareIn(this.#dataDir, { ...preparation, isImported: true });
    } else if (databaseUrl) await prepare();
    else await onceInThisRun(hasFolder ? "school with folder" : "school", this.#dataDir, prepare);
    await this.start();
    return this;
  }

  static open(options: TestSchoolOptions = {}, prepared?: string): Promise<TestSchool> {
    return new TestSchool().open(options, prepared);
  }

  /** Imports the fixture into a new folder, and into a database if it is not to lie there. */
  static async prepare(databaseUrl: string | null = null): Promise<string> {
    const dataDir = await mkdtemp(path.join(tmpdir(), "school-"));
    await prepareIn(dataDir, { databaseUrl, published: null });
    return dataDir;
  }

  get dataDir(): string {
    return this.#dataDir;
  }

  get server(): SchoolServer {
    if (!this.#server) throw new Error("The school is closed");
    return this.#server;
  }

  get url(): string {
    return this.server.address;
  }

  /** The environment variables with which the school's commands find it. */
  get variables(): Record<string, string> {
    const { databaseUrl, bucket } = this.#options;
    return {
      DATA_DIR: this.dataDir,
      ...(databaseUrl && { DATABASE_URL: databaseUrl }),
      ...bucket?.variables,
    };
  }

  get database(): Database {
    return this.server.database;
  }

  /**
   * Waits until the server has heard what other processes have changed. PostgreSQL tells of changes in
   * their order, so that one more that is heard shows that the earlier ones are.
   */
  async hearOthers(): Promise<void> {
    if (!this.#options.databaseUrl) return;
    const accountId = 900_000_000_000_000;
    let isHeard = false;
    this.database.onChange((change) => {
      if (change.kind === "account" && change.accountId === accountId) isHeard = true;
    });
    await vi.waitUntil(
      async () => {
        const tell = sql`select pg_notify('learning_space', ${`account ${accountId}`})`;
        if (!isHeard) await tell.execute(this.database.read);
        return isHeard;
      },
      { interval: 10 },
    );
  }

  async start(): Promise<void> {
    this.#server = await this.startAnother();
  }

  /** Starts one more server of the same school. */
  startAnother(): Promise<SchoolServer> {
    const { webDir, limits, extend, pushNetwork, ...others } = this.#options;
    const { clock, passwords, jobHandlers, ...own } = others;
    const { accountLimits, bucket, hasFolder: _, isLogged, ...environment } = own;
    const logLevel = isLogged ? "info" : "silent";
    return startSchoolServer({
      ...{ webDir, limits, extend, pushNetwork },
      log: new Log(logLevel, (text) => {
        this.log += text;
      }),
      clock: clock ?? (() => this.now),
      // Each sign-in would otherwise take 50 ms of a core; `passwords.test.ts` tests the hashing.
      passwords: passwords ?? quickPasswords(),
      jobHandlers: jobHandlers ?? JOBS_HERE,
      environment: {
        ...DEFAULT_ENVIRONMENT,
        port: 0,
        // The machine's disk may be fuller than that of a school.
        uploadsReserve: 0,
        ...environment,
        ...(bucket && { store: bucket.settings, storeRetryMs: bucket.retryMs }),
        dataDir: this.dataDir,
        databaseUrl: environment.databaseUrl ?? null,
        limits: { ...DEFAULT_LIMITS, writesPerMinute: 0, ...accountLimits },
        logLevel,
      },
    });
  }

  places(): Promise<StoreParts> {
    const settings = this.#options.bucket?.settings;
    if (!settings) throw new Error("The school has no bucket");
    const environment = { ...DEFAULT_ENVIRONMENT, dataDir: this.dataDir };
    return openStoreParts(environment, settings, this.database);
  }

  async sentFiles(): Promise<string[]> {
    const { bucket } = this.#options;
    const store = bucket ? (await this.places()).store : diskStore(this.dataDir);
    return (await store.list("uploads")).map(({ name }) => name);
  }

  /** Moves its files without waiting for other servers. */
  async moveFiles(to: "bucket" | "disk"): Promise<MovedFiles> {
    const moved = await moveFiles(await this.places(), this.database, to, undefined, 0);
    await this.server.refresh();
    return moved;
  }

  use(options: TestSchoolOptions): void {
    this.#options = { ...this.#options, ...options };
  }

  async stop(): Promise<void> {
    await this.#server?.close();
    this.#server = null;
  }

  async restart(): Promise<void> {
    await this.stop();
    await this.start();
  }

  async close(): Promise<void> {
    await this.stop();
    if (this.#dataDir) await rm(this.#dataDir, { recursive: true, force: true });
  }

  /** Adds an account with `PASSWORD`. A tutor teaches all courses, unless `teaches` says otherwise. */
  async add(
    details: {
      username?: string;
      level?: number;
      email?: string;
      courses?: Subscribed[];
      teaches?: TaughtCourses;
    } = {},
  ): Promise<Person> {
    const { level = 0, teaches = level > 0 ? "all" : [] } = details;
    const username = details.username ?? `person-${++this.#people}`;
    const email = details.email ?? `${username}@thimble.example`;
    passwordHash ??= quickPasswords().hash(PASSWORD);
    const account = { ...NOA, username, email, level, passwordHash: await passwordHash };
    const id = await this.database.write(async (db) => {
      const added = await addAccount(db, { ...account, languages: ["en", "he"] });
      if ("taken" in added) throw new Error(`${added.taken} is taken`);
      await setTaughtCourses(db, added.id, teaches);
      for (const { course: course_id, ...dates } of details.courses ?? []) {
        const { expDate = "2027-01-15", subDate = "2026-01-15", subMonths = 12 } = dates;
        const given = { exp_date: expDate, sub_date: subDate, sub_months: subMonths };
        await subscribe(db, { account_id: added.id, course_id, ...given });
      }
      return added.id;
    });
    return { id, username, email };
  }

  call(pathAndQuery: string, asking: Asking = {}): Promise<Answer> {
    return send(`${this.url}/api${pathAndQuery}`, asking);
  }

  /** Asks for a page of the school, without normalisation of its path. */
  page(rawPath: string, headers: Record<string, string> = {}): Promise<Answer> {
    return send(this.url, { rawPath, headers });
  }

  login(username: string, password: string = PASSWORD, sessionId: string | null = null) {
    return this.call("/user/login", { json: { username, password, sessionId } });
  }

  async token(person: Person, sessionId: string | null = null): Promise<string> {
    const answer = await this.login(person.username, PASSWORD, sessionId);
    if (answer.status !== 200) throw new Error(answer.text);
    return answer.json.token;
  }

  /** Changes columns of an account past the school's rules. */
  changeAccount(id: number, columns: Updateable<Tables["account"]>): Promise<unknown> {
    return this.update("account", columns, { id });
  }

  /** Changes columns of the rows of a table that have these values. */
  update<Table extends keyof Tables>(
    table: Table,
    columns: Updateable<Tables[Table]>,
    values: Partial<Selectable<Tables[Table]>> = {},
  ): Promise<unknown> {
    return this.database.write((db) =>
      having(db.updateTable(table as "account").set(columns as object), values).execute(),
    );
  }

  /** Deletes the rows of a table that have these values. */
  remove<Table extends keyof Tables>(
    table: Table,
    values: Partial<Selectable<Tables[Table]>> = {},
  ): Promise<unknown> {
    return this.database.write((db) => having(db.deleteFrom(table as "account"), values).execute());
  }

  /** The rows of a table that have these values, in the order of a column. */
  async rows<Table extends keyof Tables>(
    table: Table,
    values: Partial<Selectable<Tables[Table]>> = {},
    order?: keyof Tables[Table],
  ): Promise<Selectable<Tables[Table]>[]> {
    let rows = having(this.database.read.selectFrom(table as "account").selectAll(), values);
    if (order) rows = rows.orderBy(order as "id");
    return (await rows.execute()) as unknown as Selectable<Tables[Table]>[];
  }

  /** The first row of a table that has these values. */
  async row<Table extends keyof Tables>(
    table: Table,
    values: Partial<Selectable<Tables[Table]>>,
  ): Promise<Selectable<Tables[Table]>> {
    const [row] = await this.rows(table, values);
    if (!row) throw new Error(`There is no such ${table}`);
    return row;
  }

  async signedIn(details?: Parameters<TestSchool["add"]>[0]): Promise<Person & { token: string }> {
    const person = await this.add(details);
    return { ...person, token: await this.token(person) };
  }

  /** Adds a student of the courses, signed in. */
  student(...courses: Subscribed[]): Promise<Person & { token: string }> {
    return this.signedIn({ courses });
  }

  /**
   * Sends a message.
   * @param words its fields, such as `subject`, `body`, `thread` and `upload`
   * @param files by their names
   */
  message(
    token: string,
    words: Readonly<Record<string, unknown>> = { subject: "Darts", body: "How deep?" },
    files: Readonly<Record<string, Buffer>> = {},
  ): Promise<Answer> {
    const parts = [
      ...Object.entries(words).map(([name, body]) => ({ name, body: String(body) })),
      ...Object.entries(files).map(([fileName, body]) => ({ name: "attachments", fileName, body })),
    ];
    return this.call("/user/messages", formRequest(token, parts));
  }

  /** Reports that the lesson was opened or is still open. */
  study(token: string, lesson: number, headers: Record<string, string> = {}): Promise<Answer> {
    const json = { lesson_id: lesson, package_id: 1 };
    return this.call(`/user/progress/${lesson}/session`, { method: "PUT", token, headers, json });
  }

  complete(token: string, lesson: number, headers: Record<string, string> = {}): Promise<Answer> {
    const json = { package_id: 1 };
    return this.call(`/user/progress/${lesson}/complete`, { method: "PUT", token, headers, json });
  }
}

/** Somebody who is signed in before the tests of a group. */
export const sharedPerson = (school: TestSchool, details?: Parameters<TestSchool["add"]>[0]) => {
  const person = {} as Person & { token: string };
  beforeAll(async () => void Object.assign(person, await school.signedIn(details)));
  return person;
};

/** Opens schools, such as on the database of this run of the suites. */
export interface OpenSchool {
  /** Opens a school for one test, after which it is closed. */
  (options?: TestSchoolOptions): Promise<TestSchool>;
  /** A school that is opened before the tests of a group, and closed after them. */
  shared(options?: TestSchoolOptions | (() => Promise<TestSchoolOptions>)): TestSchool;
}

/** @param begin opens a school with these options */
export const openSchools = (
  begin: (school: TestSchool, options: TestSchoolOptions) => Promise<unknown>,
): OpenSchool => {
  const open = async (options: TestSchoolOptions = {}) => {
    const school = new TestSchool();
    onTestFinished(() => school.close());
    await begin(school, options);
    return school;
  };
  const shared: OpenSchool["shared"] = (options = {}) => {
    const school = new TestSchool();
    beforeAll(async () => {
      await begin(school, typeof options === "function" ? await options() : options);
    });
    afterAll(() => school.close());
    return school;
  };
  return Object.assign(open, { shared });
};

/** Opens schools on the database of the project: SQLite, or a copy of the one on PostgreSQL. */
export const openSchool: OpenSchool = openSchools(async (school, options) => {
  const postgres = inject("postgres");
  if (!postgres) return school.open(options);
  const databaseUrl = await createDatabase(postgres.original, postgres.original);
  return school.open({ ...options, databaseUrl }, postgres.prepared);
});
