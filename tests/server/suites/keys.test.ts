import { hash, randomUUID } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startProvider, type TestProvider } from "../../support/openid-provider.ts";
import type { Answer, Asking } from "../support/client.ts";
import { FILES, formRequest } from "../support/form.ts";
import { licensedAs } from "../support/licence.ts";
import { MailServer } from "../support/mail-server.ts";
import { fragmentOf, newSecret, OpenIdBrowser } from "../support/openid-browser.ts";
import { settingsOf, verified } from "../support/openid-school.ts";
import { runInProcess } from "../support/run-in-process.ts";
import { addApp, addTutor, firstStep } from "../support/second-factor.ts";
import { openSchool, PASSWORD, PMB } from "../support/test-school.ts";
import { unzipped } from "../support/unzipped.ts";

const ASSET = "/assets/fetchData?product=PM&title=figures/sheet.svg";
const TREE_FILE = "/files/read?language=en&path=assets/PM/figures/sheet.svg";
const INSTALLER = "learning-space-1.1.2-windows.exe";
const METRICS_TOKEN = "metrics-token-of-this-school-alone";

/** Words and whatever they may hide: their parts, and the other encodings of their bytes. */
const formsOf = (text: string): string[] => {
  const words = text.match(/[\w.~+/=-]{16,}/g) ?? [];
  const parts = words.flatMap((word) => [word, ...word.split(/[^\w-]/), word.slice(1)]);
  // A ticket's first letter says what kind of holder it has.
  const inner = parts.flatMap((part) => [part, part.replace(/^[a-z]/, "")]);
  return inner.flatMap((part) => {
    const bytes = Buffer.from(part, /^[\da-f]+$/i.test(part) ? "hex" : "base64url");
    return [part, bytes.toString("hex"), bytes.toString("base64url")];
  });
};

let provider: TestProvider;
const mails = new MailServer();
afterAll(async () => {
  await provider.close();
  await mails.stop();
});
const school = openSchool.shared(async () => {
  provider = await startProvider();
  return {
    openId: settingsOf(provider),
    smtpUrl: await mails.start(),
    metricsToken: METRICS_TOKEN,
    isLogged: true,
  };
});
/** The places at which each value was seen. */
const seen = new Map<string, Set<string>>();
/** The values that are keys on purpose: what they open, and the one place that gives them. */
const keys = new Map<string, { door: string; place: string }>();
let doors: Record<string, (value: string) => Promise<Answer>>;

const note = (where: string, text: string): void => {
  for (const form of formsOf(text)) {
    if (form.length < 16) continue;
    seen.set(form, (seen.get(form) ?? new Set()).add(where));
  }
};
const call = async (address: string, asking: Asking = {}): Promise<Answer> => {
  const answer = await school.call(address, asking);
  expect(answer.status, `${address} ${answer.text}`).toBeLessThan(300);
  const where = address.replace(/\?.*/, "");
  note(where, `${JSON.stringify(answer.headers)} ${answer.text}`);
  return answer;
};
const ticketIn = (address: string): string =>
  new URLSearchParams(address.replace(/^[^?]*/, "")).get("ticket") ?? "";

const exported = async (username: string): Promise<string> => {
  const file = path.join(school.dataDir, `${randomUUID()}.zip`);
  const ran = await runInProcess(["user", "export", username, file], school.variables);
  expect(ran.code, ran.err).toBe(0);
  const files = [...(await unzipped(await readFile(file)))];
  return files.map(([name, bytes]) => (name.startsWith("files/") ? "" : `${bytes}`)).join("\n");
};

/** What a student, a tutor and a licence get of the school, with the keys among it. */
const gather = async (): Promise<void> => {
  const person = await school.add({ level: 100, courses: [{ course: PMB }] });
  const signedIn = await school.login(person.username, PASSWORD, "session-of-a-browser");
  note("/user/login", `${JSON.stringify(signedIn.headers)} ${signedIn.text}`);
  const { token } = signedIn.json;
  keys.set(token, { door: "bearer", place: "/user/login" });
  const photo = { name: "attachments", fileName: "seam.jpg", body: FILES.jpeg() };
  for (const subject of ["One", "Two"]) {
    const key = randomUUID();
    note("an idempotency key", key);
    const parts = [{ name: "subject", body: subject }, photo];
    await call("/user/messages", formRequest(token, parts, { "Idempotency-Key": key }));
  }
  const page = (await call("/user/messages?limit=1", { token })).json;
  await call(`/user/messages?limit=1&before=${page.cursor}`, { token });
  const message = `/user/messages/${page.messages[0].id}`;
  const { attachments } = (await call(`${message}?files=url`, { token })).json;
  keys.set(ticketIn(attachments[0].url), { door: "attachment ticket", place: message });
  const { downloads } = (await call("/downloads", { token })).json;
  keys.set(ticketIn(downloads[0].url), { door: "download ticket", place: "/downloads" });
  const license = await licensedAs(school, person.id);
  keys.set(license, { door: "licence", place: "the activation" });
  const tickets = [
    ["asset ticket", "/assets/ticket", ASSET.replace("fetchData", "ticket")],
    ["tree ticket", "/files/treelist", "/files/treelist?metas=1&language=en"],
  ] as const;
  for (const asking of [{ token }, { headers: { "X-License": license } }]) {
    for (const [door, place, address] of tickets) {
      keys.set((await call(address, asking)).json.ticket, { door, place });
    }
    for (const address of ["/products", "/menu/usercontent", "/menu/checksum", ASSET]) {
      await call(address, asking);
    }
  }
  const own = ["courses", "progress", "notes", "measurements", "assignments", "get-session?t=1"];
  for (const address of own) await call(`/user/${address}`, { token });
  await call("/user/get-serial-number", { token, json: { version: "1.1.2" } });
  const json = { emailOrUsername: person.email, language: "en" };
  await call("/user/forgot-password", { json });
  await mails.received(1);
  note("a mail", `${mails.mails[0]?.text} ${mails.mails[0]?.raw}`);
  const metrics = await school.call("/metrics", { token: METRICS_TOKEN });
  note("/metrics", `${METRICS_TOKEN} ${metrics.text}`);
  note("an export of a person", await exported(person.username));

  const tutor = await addTutor(school);
  keys.set(tutor.token, { door: "bearer", place: "/user/login" });
  const { secret, recoveryCodes } = await addApp(school, tutor);
  note("a second factor", `${secret} ${recoveryCodes.join(" ")}`);
  note("a second step", JSON.stringify(await firstStep(school, tutor)));
};

/** The addresses on the way to the provider and back, and what the browser keeps meanwhile. */
const gatherOpenId = async (): Promise<void> => {
  const person = await school.add();
  provider.people.set("noa", verified(person));
  await provider.serve(school.url);
  const browser = new OpenIdBrowser();
  const { secret, challenge } = newSecret();
  note("an app's secret", `${secret} ${challenge}`);
  const form = await browser.start(school, challenge);
  note("the way to the provider", form);
  const callback = await browser.signIn(form, "noa");
  note("the way back", callback);
  const back = await browser.redirectOf(callback);
  note("the way back", JSON.stringify(fragmentOf(back)));
};

beforeAll(async () => {
  const downloads = path.join(school.dataDir, "downloads");
  await mkdir(downloads, { recursive: true });
  await writeFile(path.join(downloads, INSTALLER), "an installer");
  const at = (address: string) => (value: string) =>
    school.call(`${address}ticket=${encodeURIComponent(value)}`);
  doors = {
    bearer: (value) => school.call("/user/courses", { token: value }),
    licence: (value) => school.call("/menu/checksum", { headers: { "X-License": value } }),
    "asset ticket": at(`${ASSET}&`),
    "tree ticket": at(`${TREE_FILE}&`),
    "attachment ticket": at("/user/messages/2/attachments/0?"),
    "download ticket": at(`/downloads/${INSTALLER}?`),
  };
  await gather();
  await gatherOpenId();
}, 60_000);

const openedBy = async (value: string): Promise<string[]> => {
  const answers = await Promise.all(
    Object.entries(doors).map(async ([door, ask]) => [door, (await ask(value)).status] as const),
  );
  return answers.flatMap(([door, status]) => (status < 400 ? door : []));
};

test("a value that leaves the school opens what it is made for, and nothing else", async () => {
  for (const [key, { door }] of keys) {
    expect([door, await openedBy(key)]).toEqual([door, [door]]);
  }
});

test("a value that leaves the school opens nothing where it is not given as a key, whatever is taken out of it", async () => {
  note("a log", school.log);
  // A server may keep in memory what it has once let in.
  for (const key of keys.keys()) await openedBy(key);
  expect(seen.size).toBeGreaterThan(keys.size + 100);
  const opening: [string[], string, string[]][] = [];
  for (const [value, places] of seen) {
    const place = keys.get(value)?.place;
    const elsewhere = [...places].filter((each) => each !== place);
    if (elsewhere.length === 0) continue;
    const opened = await openedBy(value);
    if (opened.length > 0) opening.push([elsewhere, value, opened]);
  }
  expect(opening).toEqual([]);
});

test("a value that leaves the school is no session id and no password", async () => {
  const person = await school.add();
  for (const [value] of [...seen].filter((_, at) => at % 20 === 0)) {
    const answer = await school.login(person.username, value, value.slice(0, 200));
    expect([404, 422, 429]).toContain(answer.status);
  }
});

test("a value that leaves the school is not in the log if it is a key", () => {
  for (const key of keys.keys()) {
    for (const secret of [key, hash("sha256", key)]) expect(school.log).not.toContain(secret);
  }
});
