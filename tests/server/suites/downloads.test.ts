import { createHash } from "node:crypto";
import { mkdir, rm, symlink, utimes, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterEach, expect, test } from "vitest";
import { DAY, NOON, openSchool, PMB, sharedPerson } from "../support/test-school.ts";

const SERIAL = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;
const DENIED = "session/not_allowed";
const BYTES = "#!/bin/sh\necho sew\n";

const school = openSchool.shared();
const admin = sharedPerson(school, { level: 100 });
afterEach(async () => {
  school.now = NOON;
  await rm(at(""), { recursive: true, force: true });
});

const at = (name: string) => path.join(school.dataDir, "downloads", name);
const write = async (files: Record<string, string>) => {
  await mkdir(at(""), { recursive: true });
  for (const [name, text] of Object.entries(files)) await writeFile(at(name), text);
};
const put = (...names: string[]) => write(Object.fromEntries(names.map((name) => [name, BYTES])));
const status = async (address: string, token?: string) =>
  (await school.call(address, { token })).status;
const downloads = async (token = admin.token) =>
  (await school.call("/downloads", { token })).json.downloads;
const serial = async (token: string, version: unknown = "1.1.2") =>
  (await school.call("/user/get-serial-number", { token, json: { version } })).json.serialNumber;
const allow = (yes: boolean) => school.update("organisation", { download_available: yes ? 1 : 0 });

test("the organisation says whether there is an installer to download", async () => {
  const installers = async () =>
    (await school.call("/organizations/1")).json.organization.installers;
  expect(await installers()).toBeUndefined();
  await put("learning-space-1.1.2.neu", "notes.txt", "learning-space-1.1.2-windows.exe.sha256");
  expect(await installers()).toBeUndefined();
  await put("learning-space-1.1.2-windows.exe");
  expect(await installers()).toBe(true);
});

test("the desktop app's downloads are the latest installer of each system, with size and checksum", async () => {
  expect(await downloads()).toEqual([]);
  await put("learning-space-1.1.2-windows.exe", "learning-space-1.10.0-windows.exe");
  await put("learning-space-1.9.9-win64.msi", "Learning Space 1.1.2.dmg");
  await put("learning-space_1.1.2_linux-x64.tar.gz", ".learning-space-2.0.0-linux");
  await put("learning-space-1.1.2-windows.exe.sha256", "notes.txt", "school.db");
  const found = await downloads();
  expect(
    found.map(({ system, version }: Record<string, string>) => `${system} ${version}`),
  ).toEqual(["windows 1.10.0", "macos 1.1.2", "linux 1.1.2"]);
  const checksum = createHash("sha256").update(BYTES).digest("hex");
  const facts = { size: BYTES.length, checksum };
  expect(found).toMatchObject([facts, facts, facts]);
});

test("the desktop app's downloads are served whole at their address, as a download, without the token", async () => {
  await put("Learning Space 1.1.2 (Linux).AppImage");
  const [{ url, checksum }] = await downloads();
  const answer = await school.call(url);
  expect(answer.status).toBe(200);
  expect(answer.text).toBe(BYTES);
  expect(answer.headers).toMatchObject({
    "content-type": "application/octet-stream",
    "content-disposition":
      "attachment; filename*=UTF-8''Learning%20Space%201.1.2%20%28Linux%29.AppImage",
    "x-content-type-options": "nosniff",
    etag: `"${checksum}"`,
    "accept-ranges": "bytes",
  });
  const rest = await school.call(url, { headers: { Range: "bytes=5-" } });
  expect([rest.status, rest.text]).toEqual([206, BYTES.slice(5)]);
});

test("the desktop app's downloads are not served at an address that is expired, forged, or for another file", async () => {
  const deb = "app-1.0.0-linux.deb";
  await put(deb, "app-1.0.0-windows.exe");
  const [windows, linux] = await downloads();
  const ticket = new URL(windows.url, school.url).search;
  for (const address of [
    ...[`/downloads/${deb}${ticket}`, `/downloads/${deb}?ticket=`, `${linux.url}x`],
    ...[linux.url.slice(0, -1), `/downloads/..%2Fschool.db${ticket}`],
  ]) {
    expect(await status(address)).toBe(403);
  }
  expect(await status(`/downloads/${deb}`)).toBe(401);
  expect(await status(`/downloads/${deb}`, admin.token)).toBe(200);
  for (const name of ["..%2Fschool.db", "school.db", "nothing-1.0.0-linux", "%2e%2e"]) {
    expect(await status(`/downloads/${name}`, admin.token)).toBe(404);
  }
  school.now = NOON + DAY;
  expect(await status(linux.url)).toBe(403);
  school.now = NOON;
  // A changed file under the same name is another download.
  await write({ [deb]: "changed" });
  await utimes(at(deb), 1, 1);
  expect(await status(linux.url)).toBe(403);
});

test("the desktop app's downloads follow no link out of their folder", async () => {
  await put("app-1.0.0-windows.exe");
  await symlink("/etc/hostname", at("app-9.0.0-linux"));
  expect(await downloads()).toHaveLength(1);
});

test("downloads of the desktop app, and a serial number, are given to those who may have the app, as long as they may", async () => {
  await put("app-1.0.0-windows.exe");
  await allow(false);
  const student = await school.student({ course: PMB });
  const mayDownload = async ({ token } = student) => {
    const { status, json, outcome } = await school.call("/downloads", { token });
    expect(outcome).toEqual(json.downloads ? [200, undefined] : [403, DENIED]);
    expect(Boolean(await serial(token))).toBe(status === 200);
    return status === 200;
  };
  const change = (columns: { serial_number?: string; may_download?: number }) =>
    school.changeAccount(student.id, columns);
  expect(await mayDownload()).toBe(false);
  await change({ may_download: 1 });
  expect(await mayDownload()).toBe(true);
  await change({ may_download: 0, serial_number: "0a1b2c3d-0000-4000-8000-0123456789ab" });
  expect(await mayDownload()).toBe(true);
  expect(await serial(student.token)).toBe("0a1b2c3d-0000-4000-8000-0123456789ab");
  await change({ serial_number: "" });
  await allow(true);
  expect(await mayDownload()).toBe(true);
  const ended = await school.student({ course: PMB, expDate: "2026-11-01" });
  expect(await mayDownload(ended)).toBe(false);
  expect(await mayDownload(await school.student())).toBe(false);
  const [{ url }] = await downloads(student.token);
  expect(await status(url)).toBe(200);
  await allow(false);
  // Whoever has a number goes on.
  await change({ serial_number: "" });
  expect(await status(url)).toBe(403);
});

const news = async (tag?: string) => {
  const headers: Record<string, string> = tag ? { "If-None-Match": tag } : {};
  return school.call("/menu/checksum", { ...admin, headers });
};
/** A line in the form of a signature; the server does not verify it. */
const SIGNATURE = "abc.def\n";

test("the desktop app's downloads are announced in the answer to the regular check, which is answered with 304 while unchanged", async () => {
  const before = await news();
  const { checksum } = before.json;
  expect(before.json).toEqual({ checksum });
  expect(before.headers.etag).toBe(`"${checksum}"`);
  expect((await news(before.headers.etag)).status).toBe(304);

  const resources = "learning-space-hybrid-1.2.0-resources.neu";
  await put(resources, "learning-space-hybrid-1.1.2-linux.deb");
  await put("learning-space-offline-1.9.0-linux.deb", "learning-space-hybrid-1.1.2-resources.neu");
  await write({ "learning-space-hybrid-1.1.2-resources.neu.sig": SIGNATURE });
  await write({ "notes-1.2.0.md": "Faster.", "notes-1.1.2.de.md": "Alt" });
  const unsigned = await news(before.headers.etag);
  expect(unsigned.status).toBe(200);
  const app = { tag: expect.any(String), version: "1.2.0", notes: { en: "Faster." }, packages: [] };
  expect(unsigned.json).toEqual({ checksum, app });
  expect((await news(unsigned.headers.etag)).status).toBe(304);

  await write({ [`${resources}.sig`]: SIGNATURE });
  const { json, headers } = await news(unsigned.headers.etag);
  expect(json.app.packages).toEqual([{ url: `/downloads/${resources}`, signed: "abc.def" }]);
  expect(headers.etag).toContain(`"${checksum}.${json.app.tag}"`);
});

test("the desktop app's downloads are served for updates to everybody who has the app, and to nobody else", async () => {
  await allow(false);
  const resources = "learning-space-hybrid-1.2.0-resources.neu";
  await put(resources, "app-1.2.0-linux.deb");
  const { token } = await school.student({ course: PMB });
  expect(await status(`/downloads/${resources}`, token)).toBe(200);
  expect(await status(`/downloads/${resources}`)).toBe(401);
  expect(await status("/downloads/app-1.2.0-linux.deb", token)).toBe(403);
});

test("the desktop app's downloads are listed with their signatures, their notes, and every kind of package", async () => {
  await put("app-1.2.0-linux.deb", "app-1.2.0-linux.zip", "app-1.1.2-linux.tar.gz");
  await write({
    "app-1.2.0-linux.deb.sig": SIGNATURE,
    "app-1.2.0-linux.zip.sig": "no signature at all\n",
    "notes-1.2.0.en.txt": "Faster.",
  });
  const { json } = await school.call("/downloads", admin);
  expect(json).toMatchObject({
    notes: { en: "Faster." },
    downloads: [{ signature: "abc.def", version: "1.2.0" }],
    packages: [
      { url: expect.stringContaining("/downloads/app-1.2.0-linux.deb?"), signature: "abc.def" },
      { url: expect.stringContaining("/downloads/app-1.2.0-linux.zip?"), signature: "" },
    ],
  });
});

test("the desktop app's downloads include one serial number for a person, always the same", async () => {
  const { token } = admin;
  const numbers = await Promise.all([serial(token), serial(token), serial(token, null)]);
  expect(numbers[0]).toMatch(SERIAL);
  expect(new Set(numbers).size).toBe(1);
  const other = await serial((await school.signedIn({ level: 100 })).token);
  expect(other).toMatch(SERIAL);
  expect(other).not.toBe(numbers[0]);
});
