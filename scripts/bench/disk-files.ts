import { type ChildProcess, execFile, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { promisify } from "node:util";
import { CA, TLS } from "../../tests/server/support/certificates.ts";
import { openApi } from "../school/school-api.ts";
import { startSchool } from "../school/start-school.ts";
import { median } from "./median.ts";
import type { Figures } from "./report.ts";

const run = promisify(execFile);
const DEMO_SCHOOL = path.join(import.meta.dirname, "../../resources/demo-school");
/** Takes the place of the demo school's film. */
const FILM = "dart-turning.webm";
const FILM_BYTES = 20_000_000;

/** As the desktop app fetches large files: twenty at a time over one connection. */
const REQUESTS = 60;
const AT_A_TIME = 20;
const WARM_UP_ROUNDS = 4;
const ROUNDS = 9;

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" ? (address?.port ?? 0) : 0));
    });
  });

/** nginx with one process, which serves the folder over HTTP/2. @returns null if it is not here */
const startNginx = async (
  folder: string,
  port: number,
): Promise<{ nginx: ChildProcess; url: string } | null> => {
  const settings = path.join(folder, "nginx.conf");
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
    .map((kind) => `${kind}_temp_path ${folder}/${kind};`)
    .join(" ");
  // As root it would read the files as somebody else.
  const user = process.getuid?.() === 0 ? "user root; " : "";
  await writeFile(
    settings,
    `${user}worker_processes 1; daemon off; pid ${folder}/nginx.pid; error_log ${folder}/error.log;
    events { worker_connections 1024; }
    http { access_log off; sendfile on; ${temporary}
      server { listen 127.0.0.1:${port} ssl http2; root ${folder}/www;
        ssl_certificate ${TLS.certFile}; ssl_certificate_key ${TLS.keyFile}; } }`,
  );
  const nginx = spawn("nginx", ["-c", settings, "-e", `${folder}/error.log`], { stdio: "ignore" });
  const failed = new Promise<false>((resolve) => nginx.once("error", () => resolve(false)));
  const url = `https://127.0.0.1:${port}/film`;
  for (let attempt = 0; attempt < 50; attempt += 1) {
    const answers = fetch(url, { method: "HEAD" }).then(
      ({ ok }) => ok || null,
      () => null,
    );
    const found = await Promise.race([answers, failed]);
    if (found) return { nginx, url };
    if (found === false) return null;
    await pause(100);
  }
  nginx.kill();
  return null;
};

/** Fetches a file many times. @returns megabytes a second */
const speedOf = async (url: string, token: string): Promise<number> => {
  const words = ["-n", `${REQUESTS}`, "-c", "1", "-m", `${AT_A_TIME}`, "-w", "24", "-W", "24"];
  const { stdout } = await run("h2load", [...words, "-H", `authorization: Bearer ${token}`, url]);
  const [, seconds = ""] = /finished in ([\d.]+m?s)/.exec(stdout) ?? [];
  if (!stdout.includes(`${REQUESTS} 2xx`)) throw new Error(stdout);
  const time = Number.parseFloat(seconds) / (seconds.endsWith("ms") ? 1000 : 1);
  return (REQUESTS * FILM_BYTES) / 1e6 / time;
};

/**
 * Measures how fast large files come from the disk over HTTP/2, against nginx with the same files and the
 * same certificate, in turns. Needs nginx and h2load.
 */
export const measureDiskFiles = async (): Promise<Figures> => {
  if (!(await run("h2load", ["--version"]).catch(() => null))) {
    console.log("  h2load is not installed (package nghttp2-client)");
    return {};
  }
  setDefaultCACertificates([...getCACertificates(), CA.toString()]);
  const folder = await mkdtemp(path.join(tmpdir(), "disk-files-"));
  await mkdir(path.join(folder, "www"));
  await cp(DEMO_SCHOOL, path.join(folder, "school"), { recursive: true });
  const film = randomBytes(FILM_BYTES);
  await writeFile(path.join(folder, "www/film"), film);
  await writeFile(path.join(folder, "school/PM/assets", FILM), film);
  const settings = { TLS_CERT: TLS.certFile, TLS_KEY: TLS.keyFile };
  const school = await startSchool({ folder: path.join(folder, "school"), settings });
  const other = await startNginx(folder, await freePort());
  try {
    if (!other) {
      console.log("  nginx is not installed, or has no HTTP/2");
      return {};
    }
    const { token } = await openApi(school.url, "admin");
    const address = `${school.url}/api/assets/fetchData?product=PM&title=${FILM}`;
    const rounds: { nginx: number; school: number }[] = [];
    for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round += 1) {
      const speeds = { nginx: await speedOf(other.url, ""), school: await speedOf(address, token) };
      if (round >= WARM_UP_ROUNDS) rounds.push(speeds);
    }
    const middle = (name: "nginx" | "school") => median(rounds.map((round) => round[name]));
    console.log(
      `  MB a second: nginx ${middle("nginx").toFixed(0)}, the school ${middle("school").toFixed(0)}`,
    );
    return {
      "large files over HTTP/2, against nginx": median(
        rounds.map(({ nginx, school: own }) => own / nginx),
      ),
    };
  } finally {
    other?.nginx.kill();
    await school.stop({ keepData: false });
    await rm(folder, { recursive: true, force: true });
  }
};
