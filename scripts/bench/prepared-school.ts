import { spawn, spawnSync } from "node:child_process";
import { mkdtempDisposableSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { type Database, openDatabase } from "../../src/server/db/open-database.ts";
import { CA, TLS } from "../../tests/server/support/certificates.ts";
import { startPostgres } from "../../tests/server/support/postgres-cluster.ts";
import { installPackages } from "../browser/find-browsers.ts";
import {
  exited,
  freePort,
  openApi,
  type RunningSchool,
  type SchoolOptions,
  startSchool,
} from "../school/start-school.ts";
import { type Figures, SkippedError } from "./report.ts";

const hasCaddy = (): boolean => spawnSync("caddy", ["version"]).status === 0;

/** Starts Caddy with the tests' certificate in front of a school. */
const startCaddy = async (port: number, school: string) => {
  const config = `{
	admin off
	auto_https off
}
https://127.0.0.1:${port} {
	tls ${TLS.certFile} ${TLS.keyFile}
	reverse_proxy ${new URL(school).host}
}
`;
  const caddy = spawn("caddy", ["run", "--adapter", "caddyfile", "--config", "-"], {
    stdio: ["pipe", "ignore", "ignore"],
  });
  caddy.stdin.end(config);
  const end = () => caddy.kill("SIGKILL");
  process.once("exit", end);
  for (let left = 100; left > 0; left -= 1) {
    const answer = await fetch(`https://127.0.0.1:${port}/api/health`).catch(() => null);
    if (answer?.ok) break;
    await pause(50);
  }
  return async () => {
    caddy.kill();
    await exited(caddy);
    process.off("exit", end);
  };
};

/**
 * Starts a school behind Caddy with a certificate, as schools on the internet are: browsers speak HTTP/2 with it. This
 * process trusts it from then on.
 * @throws SkippedError if there is no Caddy, and none can be installed
 */
export const startSecureSchool = async (options: SchoolOptions = {}): Promise<RunningSchool> => {
  if (!hasCaddy() && !installPackages("Caddy", ["caddy"])) {
    throw new SkippedError("There is no Caddy on this machine.");
  }
  setDefaultCACertificates([...getCACertificates(), CA.toString()]);
  const port = await freePort();
  const url = `https://127.0.0.1:${port}`;
  const settings = { ...options.settings, PUBLIC_URL: url, TRUSTED_PROXIES: "1" };
  const school = await startSchool({ ...options, settings });
  const stopCaddy = await startCaddy(port, school.url);
  const stop: RunningSchool["stop"] = async (how) => {
    await stopCaddy();
    await school.stop(how);
  };
  return { ...school, url, stop, [Symbol.asyncDispose]: () => stop() };
};

/**
 * Imports the demo school, as its first start does.
 * @returns the data folder for later starts, which `using` deletes at the end of a block
 */
export const importDemoSchool = async (settings: SchoolOptions["settings"] = {}) => {
  const folder = mkdtempDisposableSync(path.join(tmpdir(), "learning-space-"));
  const school = await startSchool({ dataDir: folder.path, settings });
  await school.stop();
  return folder;
};

/**
 * Fills a demo school, and starts its server.
 * @param databaseUrl of PostgreSQL; null: SQLite
 */
export const openFilledSchool = async <Filled>(
  databaseUrl: string | null,
  fill: (database: Database) => Promise<Filled>,
) => {
  const settings: Record<string, string> = databaseUrl ? { DATABASE_URL: databaseUrl } : {};
  await using opened = new AsyncDisposableStack();
  const { path: dataDir } = opened.use(await importDemoSchool(settings));
  const database = await openDatabase(dataDir, databaseUrl);
  opened.defer(() => database.close());
  const filled = await fill(database);
  const { url, pid } = opened.use(await startSecureSchool({ dataDir, settings }));
  const all = opened.move();
  return {
    ...{ database, dataDir, filled, url, pid },
    signIn: (name: string) => openApi(url, name),
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  };
};

/** Measures on PostgreSQL, where it can be run. */
export const onPostgres = async (
  measure: (databaseUrl: string) => Promise<Figures>,
): Promise<Figures> => {
  const cluster = await startPostgres({ isDurable: true });
  if (!cluster) {
    console.log("  PostgreSQL is not installed, or cannot be run here");
    return {};
  }
  try {
    return await measure(await cluster.createDatabase());
  } finally {
    await cluster.stop();
  }
};

/** Measures on SQLite, and on PostgreSQL where it can be run. */
export const onBothDatabases = async (
  measure: (databaseUrl: string | null, name: string) => Promise<Figures>,
): Promise<Figures> => ({
  ...(await measure(null, "SQLite")),
  ...(await onPostgres((databaseUrl) => measure(databaseUrl, "PostgreSQL"))),
});
