import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "playwright/test";
import { DESKTOP_BUILDS } from "../../../scripts/build/school-settings.ts";
import { runtimeForThisMachine } from "../../../scripts/desktop/runtimes.ts";
import { waitLimitMs } from "../../support/limits.ts";
import { type LaidOutApp, layOutApp } from "../lay-out-app.ts";

/** A virtual screen, and the session that a window needs. */
const UNSEEN = ["xvfb-run", "dbus-run-session"];

const isThere = (program: string): boolean =>
  spawnSync("sh", ["-c", `command -v ${program}`], { stdio: "ignore" }).status === 0;

/** The programs that a window without a screen needs and this machine lacks. */
const missingPrograms = (): string[] => UNSEEN.filter((program) => !isThere(program));

/** The shell writes its process id and becomes the app. */
const START = 'echo $$ > "$0"; exec "$@"';

/** Ends the program, and lets screen and session clean up. */
const end = async (child: ChildProcess, numberFile: string): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, "exit");
  const deadline = AbortSignal.timeout(5000);
  try {
    process.kill(Number(readFileSync(numberFile, "utf8")), "SIGTERM");
    await Promise.race([gone, once(deadline, "abort").then(() => Promise.reject(deadline.reason))]);
  } catch {
    process.kill(-(child.pid ?? 0), "SIGKILL");
    await gone;
  }
};

/**
 * Opens an app in a real window on a virtual screen.
 * @param app folder of the app as it is laid out
 * @returns a function that closes it
 */
const openWindow = (binary: string, app: string): (() => Promise<void>) => {
  const dataHome = mkdtempSync(path.join(tmpdir(), "learning-space-window-"));
  const numberFile = path.join(dataHome, "process");
  const screen = ["-a", "-s", "-screen 0 1280x800x24", "dbus-run-session", "--"];
  const program = [binary, `--path=${app}`, "--load-dir-res"];
  const child = spawn("xvfb-run", [...screen, "sh", "-c", START, numberFile, ...program], {
    env: { ...process.env, XDG_DATA_HOME: dataHome },
    stdio: "ignore",
    detached: true,
  });
  return async () => {
    await end(child, numberFile);
    rmSync(dataHome, { recursive: true, force: true, maxRetries: 5 });
  };
};

/** Receives the page's reports; answers any other request with an error. */
const listen = async () => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { promise: told, resolve } = Promise.withResolvers<IncomingMessage>();
  server.on("request", (request, response) => {
    response.writeHead(503, { "Access-Control-Allow-Origin": "*" }).end();
    if (request.url?.startsWith("/told")) resolve(request);
  });
  const { port } = server.address() as AddressInfo;
  return { address: `http://127.0.0.1:${port}`, told, close: () => server.close() };
};

/** A window cannot be driven from outside: a script in the page reports what it shows. */
const addTeller = ({ web }: LaidOutApp, address: string): void => {
  const script = `
    const tell = () => {
      const heading = document.querySelector("h1")?.textContent;
      if (heading) fetch("${address}/told?" + encodeURIComponent(heading));
      else requestAnimationFrame(tell);
    };
    tell();`;
  writeFileSync(path.join(web, "tls", "teller.js"), script);
  appendFileSync(
    path.join(web, "index.html"),
    '<script type="module" src="/tls/teller.js"></script>',
  );
};

for (const build of DESKTOP_BUILDS) {
  test(`the ${build} app opens in a window of its own`, async () => {
    const runtime = runtimeForThisMachine() ?? "";
    test.skip(runtime === "", "no runtime in neutralino/bin");
    const missing = missingPrograms();
    test.skip(missing.length > 0, `no ${missing.join(" and no ")} on this machine`);

    const school = await listen();
    const app = layOutApp(build, school.address);
    addTeller(app, school.address);
    const close = openWindow(runtime, app.folder);
    try {
      const signal = AbortSignal.timeout(waitLimitMs());
      // Ends a wait before the test ends, which would leave the window open.
      const late = once(signal, "abort").then(() => Promise.reject(signal.reason));
      const { url, headers } = await Promise.race([school.told, late]);
      expect(decodeURIComponent(url?.split("?")[1] ?? "")).toMatch(/\w/);
      expect(headers.origin).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
      expect(headers["user-agent"]).toContain("AppleWebKit");
      expect(headers["user-agent"]).not.toContain("HeadlessChrome");
    } finally {
      await close();
      school.close();
    }
  });
}
