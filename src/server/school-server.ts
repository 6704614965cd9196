import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { FailedAttempts } from "./accounts/failed-attempts.ts";
import { openKeyedHash } from "./accounts/hashing-key.ts";
import { KnownOrigins } from "./accounts/known-origins.ts";
import { Passwords } from "./accounts/password/passwords.ts";
import { Tokens } from "./accounts/session/tokens.ts";
import { Background } from "./background.ts";
import { BACKUPS_MS, orderDueBackup } from "./backup/scheduled-backups.ts";
import { CatalogueHolder } from "./content/catalogue.ts";
import { openDatabase } from "./db/open-database.ts";
import { createApp, type ExtendApp } from "./http/app.ts";
import { createListener, type Listener } from "./http/listener.ts";
import { createWebServer, WEB_LIMITS, type WebLimits, type WebServer } from "./http/web-server.ts";
import { JOB_HANDLERS } from "./jobs/job-handlers.ts";
import { createJobRunner, type JobHandler } from "./jobs/job-runner.ts";
import type { Log } from "./log.ts";
import { NewsTeller } from "./news/news-teller.ts";
import type { PushNetwork } from "./news/push/post-push.ts";
import { publicLookup } from "./news/push/public-lookup.ts";
import { PushTeller } from "./news/push/push-teller.ts";
import { LinkMailer } from "./people/link-mailer.ts";
import { reachable } from "./reachable-address.ts";
import { createStartLink, isNewSchool } from "./school/first-start/start-link.ts";
import { openConfiguredParts } from "./school/settings/configured-parts.ts";
import { type Environment, uploadsDirOf } from "./school/settings/environment.ts";
import { openCertificate } from "./school/settings/tls.ts";
import { openAllowedSites } from "./school/sites.ts";
import type { Clock, Services } from "./services.ts";
import { steadyClock } from "./steady-clock.ts";
import { openStore } from "./store/open-store.ts";
import { openStoreRedirects } from "./store/serve/redirect-reply.ts";
import { cleanUp, mendAtStart, SWEEP_MS, warnOfGuessedAddress } from "./upkeep.ts";

/**
 * How often the server checks whether another process has imported content or restored a backup.
 * PostgreSQL tells it at once.
 */
const REFRESH_MS = 2000;
/** How often the server checks whether its certificate has been renewed. */
const RENEW_MS = 60_000;
/** How often the server looks for news to tell. */
const NEWS_MS = 5000;
/** How often the server looks for invitations and links for a new password that are to be mailed. */
const LINKS_MS = 2000;
/** How often the server looks for long work. */
const JOBS_MS = 1000;
/** How long requests in progress may take to finish when the server closes. */
const CLOSING_MS = 10_000;

/** The folder of the built web app. */
export const WEB_DIR = path.join(import.meta.dirname, "../../dist/online");

export interface SchoolServerOptions {
  environment: Environment;
  log: Log;
  clock?: Clock;
  passwords?: Passwords;
  /** The folder of the built web app. */
  webDir?: string;
  /** What does each kind of long work; absent: what the school has. */
  jobHandlers?: Readonly<Record<string, JobHandler>>;
  /** Shorter time limits for clients; absent: the usual ones. */
  limits?: Partial<WebLimits>;
  /** Adds routes that go before those of the web app; absent: none. */
  extend?: ExtendApp;
  /** How push services are reached; absent: on the internet alone. */
  pushNetwork?: PushNetwork;
}

/** Does all that has been ordered by now. A run that is under way may have begun before the last order. */
const runToTheLast = async (worker: { run(): Promise<void> }): Promise<void> => {
  await worker.run();
  await worker.run();
};

/** Waits for requests in progress up to a time limit, then closes all connections. */
const closeHttp = async (server: WebServer, listener: Listener): Promise<void> => {
  const { promise: tooLong, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, CLOSING_MS);
  await Promise.race([listener.close(), tooLong]);
  clearTimeout(timer);
  await server.close();
};

/**
 * Opens the database and serves the school.
 * @throws the database's error, the system's error when it cannot listen, or `TlsError`
 */
export const startSchoolServer = async (options: SchoolServerOptions) => {
  const { environment, log, clock = Date.now, webDir = WEB_DIR } = options;
  const attemptsClock = options.clock ?? steadyClock;
  const { dataDir, databaseUrl, trustedProxies, allowedOrigins } = environment;
  const database = await openDatabase(dataDir, databaseUrl);
  const background = new Background(log);
  let address = "";
  let isLeaving = false;
  try {
    const keyedHash = await openKeyedHash(database);
    const store = await openStore(environment, database, ({ message }) =>
      log.warn("The store is away", { reason: message }),
    );
    const catalogue = await CatalogueHolder.open(database.read);
    const tokens = new Tokens(
      database,
      clock,
      background,
      () => catalogue.current.schoolDays,
      () => parts.settings.current.oneDevice,
    );
    const parts = await openConfiguredParts({ environment, database, store, tokens, log, clock });
    const { settings, mailer, uploads, limits } = parts;
    const services: Services = {
      database,
      catalogue,
      tokens,
      passwords: options.passwords ?? new Passwords(),
      keyedHash: keyedHash.hash,
      failures: new FailedAttempts(database, attemptsClock),
      origins: new KnownOrigins(database, clock),
      mailer,
      clock,
      log,
      dataDir,
      store,
      redirects: await openStoreRedirects(store, webDir, (origin) =>
        log.warn("The web app was built without STORE_URL: the school sends all files itself", {
          origin,
        }),
      ),
      uploads,
      limits,
      downloadsDir: environment.downloadsDir ?? path.join(dataDir, "downloads"),
      trustedProxies,
      sites: await openAllowedSites(database.read, allowedOrigins),
      webDir,
      publicUrl: () => settings.current.publicUrl ?? reachable(address),
      settings,
      applySettings: () => parts.refresh(),
      isLeaving: () => isLeaving,
      get openId() {
        return parts.provider;
      },
      background,
    };
    // Without a trusted proxy, plain HTTP is what the school really speaks.
    const isSecure = () =>
      Boolean(
        environment.tls || (trustedProxies > 0 && settings.current.publicUrl?.startsWith("https:")),
      );
    const { metricsToken, leaveSeconds } = environment;
    // A school without the page does without the package.
    const metrics =
      metricsToken === undefined
        ? null
        : new (await import("./http/metrics.ts")).Metrics({
            dataDir,
            uploadsDir: uploadsDirOf(environment),
            waiting: () => services.passwords.waiting,
            inBackground: () => background.size,
            databaseAnswers: () => database.answers(),
          });
    const news = new NewsTeller(services, parts.newsMailer);
    const handlers = options.jobHandlers ?? JOB_HANDLERS;
    const jobs = createJobRunner(services, handlers, "orders");
    const photos = createJobRunner(services, handlers, "photos");
    const films = createJobRunner(services, handlers, "films");
    const links = new LinkMailer(services, parts.linkMailer);
    const app = createApp(
      services,
      metrics && { metrics, token: metricsToken ?? "" },
      options.extend,
    );
    const push = new PushTeller(services, options.pushNetwork ?? { lookup: publicLookup });
    const listener = createListener(app, log, services.sites, isSecure, metrics);
    const certificate = environment.tls ? await openCertificate(environment.tls, log) : null;
    const server = createWebServer({
      handle: listener.handle,
      tls: certificate?.first ?? null,
      limits: { ...WEB_LIMITS, ...options.limits },
    });
    address = await server.listen(environment.port, environment.host);
    const refresh = async () => {
      await parts.refresh();
      await services.catalogue.refresh();
      await keyedHash.refresh();
      await store.refresh();
      await services.sites.refresh();
    };
    database.onChange(({ kind }) => {
      if (kind === "setting") background.run("Looking for new content", refresh);
    });
    const renew = async () => {
      const renewed = await certificate?.renewed();
      if (renewed) server.renew(renewed);
    };
    const every = (milliseconds: number, name: string, work: () => Promise<void>) =>
      setInterval(() => background.run(name, work), milliseconds).unref();
    const timers = [
      every(REFRESH_MS, "Looking for new content", refresh),
      every(SWEEP_MS, "Clean-up", () => cleanUp(services, false)),
      every(RENEW_MS, "Renewing the certificate", renew),
      every(NEWS_MS, "Telling news", () => news.run()),
      every(LINKS_MS, "Mailing links", () => links.run()),
      every(BACKUPS_MS, "Looking for a backup that is due", () => orderDueBackup(services)),
      every(JOBS_MS, "Long work", () => jobs.run()),
      every(JOBS_MS, "Converting photos", () => photos.run()),
      every(JOBS_MS, "Converting films", () => films.run()),
      every(NEWS_MS, "Telling devices", () => push.run()),
    ];
    mendAtStart(services);
    log.info("listening", { address });
    warnOfGuessedAddress(services, address);
    return {
      /** The address it listens on, such as `http://127.0.0.1:8080`; `https:` with a certificate. */
      address,
      database,
      /** Loads what another process has just imported or restored. */
      refresh,
      /** Tells people and their devices the news that is due, as the server does every few seconds. */
      tellNews: async () => {
        await runToTheLast(news);
        await runToTheLast(push);
      },
      /** Orders the backup that is due by the school's schedule, as the server does every minute. */
      orderBackups: () => orderDueBackup(services),
      /** Does the long work that waits, as the server does every second. */
      runJobs: async () => {
        await runToTheLast(jobs);
        await runToTheLast(photos);
        await runToTheLast(films);
      },
      /** Deletes what has expired and what nobody uses, as the server does every few hours. */
      cleanUp: () => cleanUp(services, true),
      /** Sends the mails with links that are due, as the server does every few seconds. */
      mailLinks: () => runToTheLast(links),
      /** The address that sets up the school, once; null if somebody has an account. */
      startLink: async () =>
        (await isNewSchool(database.read))
          ? `${services.publicUrl()}/api/first-start/${await createStartLink(database, clock())}`
          : null,
      /** Resolves when no background work is left from earlier answers. */
      idle: () => background.idle(),
      /**
       * Tells balancers that it leaves, if they get time for it. Then it refuses new requests, finishes those in
       * progress, and closes the database.
       */
      close: async () => {
        isLeaving = true;
        if (leaveSeconds > 0) {
          log.info("leaving", { seconds: leaveSeconds });
          log.flush();
          await delay(leaveSeconds * 1000);
        }
        for (const timer of timers) clearInterval(timer);
        await closeHttp(server, listener);
        background.isEnding = true;
        await background.idle();
        parts.close();
        await database.close();
        log.info("closed");
        log.flush();
      },
    };
  } catch (reason) {
    await database.close();
    throw reason;
  }
};

export type SchoolServer = Awaited<ReturnType<typeof startSchoolServer>>;
