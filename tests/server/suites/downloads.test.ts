import { createHash } from "node:crypto";
import { mkdir, rm, symlink, utimes, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterEach, beforeAll, expect, test } from "vitest";
import { DAY, NOON, openSchool, PMB } from "../support/test-school.ts";

const SERIAL = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;
const BYTES = Buffer.from("#!/bin/sh\necho sew\n");

const school = openSchool.shared();
let admin: string;
beforeAll(async () => {
  admin = await school.token(await school.add({ level: 100 }));
});
afterEach(async () => {
  school.now = NOON;
  await rm(path.join(school.dataDir, "downloads"), { recursive: true, force: true });
});

const put = async (...names: string[]) => {
  const folder = path.join(school.dataDir, "downloads");
  await mkdir(folder, { recursive: true });
  for (const name of names) await writeFile(path.join(folder, name), BYTES);
  return folder;
};
const downloads = async (token = admin) =>
  (await school.call("/downloads", { token })).json.downloads;
const serial = async (token: string, version: unknown = "1.1.2") =>
  (await school.call("/user/get-serial-number", { token, json: { version } })).json.serialNumber;
const allow = (yes: boolean) =>
  school.database.write((db) =>
    db
      .updateTable("organisation")
      .set({ download_available: yes ? 1 : 0 })
      .execute(),
  );

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
  await put(
    "learning-space-1.1.2-windows.exe",
    "learning-space-1.10.0-windows.exe",
    "learning-space-1.9.9-win64.msi",
    "Learning Space 1.1.2.dmg",
    "learning-space_1.1.2_linux-x64.tar.gz",
    "learning-space-1.1.2-windows.exe.sha256",
    "notes.txt",
    "school.db",
    ".learning-space-2.0.0-linux",
  );
  const found = await downloads();
  expect(
    found.map(({ system, version }: Record<string, string>) => `${system} ${version}`),
  ).toEqual(["windows 1.10.0", "macos 1.1.2", "linux 1.1.2"]);
  const checksum = createHash("sha256").update(BYTES).digest("hex");
  for (const installer of found) {
    expect(installer).toMatchObject({ size: BYTES.length, checksum });
  }
});

test("the desktop app's downloads are served whole at their address, as a download, without the token", async () => {
  await put("Learning Space 1.1.2 (Linux).AppImage");
  const [{ url, checksum }] = await downloads();
  const answer = await school.call(url);
  expect(answer.status).toBe(200);
  expect(answer.bytes).toEqual(BYTES);
  expect(answer.headers).toMatchObject({
    "content-type": "application/octet-stream",
    "content-disposition":
      "attachment; filename*=UTF-8''Learning%20Space%201.1.2%20%28Linux%29.AppImage",
    "x-content-type-options": "nosniff",
    etag: `"${checksum}"`,
    "accept-ranges": "bytes",
  });
  const rest = await school.call(url, { headers: { Range: "bytes=5-" } });
  expect([rest.status, rest.text]).toEqual([206, BYTES.subarray(5).toString()]);
});

test("the desktop app's downloads are not served at an address that is expired, forged, or for another file", async () => {
  const folder = await put("app-1.0.0-linux.deb", "app-1.0.0-windows.exe");
  const [windows, linux] = await downloads();
  const ticket = new URL(windows.url, school.url).search;
  const refused = [
    `/downloads/app-1.0.0-linux.deb${ticket}`,
    "/downloads/app-1.0.0-linux.deb?ticket=",
    `${linux.url}x`,
    `${linux.url.slice(0, -1)}`,
    `/downloads/..%2Fschool.db${ticket}`,
  ];
  for (const address of refused) expect((await school.call(address)).status).toBe(403);
  expect((await school.call("/downloads/app-1.0.0-linux.deb")).status).toBe(401);
  expect((await school.call("/downloads/app-1.0.0-linux.deb", { token: admin })).status).toBe(200);
  for (const name of ["..%2Fschool.db", "school.db", "nothing-1.0.0-linux", "%2e%2e"]) {
    expect((await school.call(`/downloads/${name}`, { token: admin })).status).toBe(404);
  }
  school.now = NOON + DAY;
  expect((await school.call(linux.url)).status).toBe(403);
  school.now = NOON;
  // A changed file under the same name is another download.
  await writeFile(path.join(folder, "app-1.0.0-linux.deb"), "changed");
  await utimes(path.join(folder, "app-1.0.0-linux.deb"), 1, 1);
  expect((await school.call(linux.url)).status).toBe(403);
});

test("the desktop app's downloads are not served any more, by an address either, to somebody who has lost the right to them", async () => {
  await put("app-1.0.0-windows.exe");
  await allow(true);
  const { token } = await school.student({ course: PMB });
  const [{ url }] = await downloads(token);
  expect((await school.call(url)).status).toBe(200);
  await allow(false);
  expect((await school.call(url)).status).toBe(403);
});

test("the desktop app's downloads follow no link out of their folder", async () => {
  const folder = await put("app-1.0.0-windows.exe");
  await symlink("/etc/hostname", path.join(folder, "app-9.0.0-linux"));
  expect(await downloads()).toHaveLength(1);
});

test("downloads of the desktop app are open to administrators, holders of a serial number or permission, and students of schools that allow it", async () => {
  await allow(false);
  const student = await school.student({ course: PMB });
  const mayDownload = async (token: string) => {
    const { status, json } = await school.call("/downloads", { token });
    expect([200, 403]).toContain(status);
    expect(Boolean(await serial(token))).toBe(status === 200);
    if (status === 403) expect(json.code).toBe("session/not_allowed");
    return status === 200;
  };
  const change = (columns: { serial_number?: string; may_download?: number }) =>
    school.changeAccount(student.id, columns);
  expect(await mayDownload(admin)).toBe(true);
  expect(await mayDownload(student.token)).toBe(false);
  await change({ may_download: 1 });
  expect(await mayDownload(student.token)).toBe(true);
  await change({ may_download: 0, serial_number: "0a1b2c3d-0000-4000-8000-0123456789ab" });
  expect(await mayDownload(student.token)).toBe(true);
  expect(await serial(student.token)).toBe("0a1b2c3d-0000-4000-8000-0123456789ab");
  await change({ serial_number: "" });
  await allow(true);
  expect(await mayDownload(student.token)).toBe(true);
  for (const course of [
    { course: PMB, expDate: "2026-11-01" },
    { course: PMB, subDate: null, subMonths: null },
  ]) {
    expect(await mayDownload((await school.student(course)).token)).toBe(false);
  }
  expect(await mayDownload((await school.student()).token)).toBe(false);
  expect((await school.call("/downloads")).status).toBe(401);
});

const news = async (tag?: string) => {
  const headers: Record<string, string> = tag ? { "If-None-Match": tag } : {};
  return school.call("/menu/checksum", { token: admin, headers });
};
/** A line in the form of a signature; the server does not verify it. */
const sign = (folder: string, name: string) =>
  writeFile(path.join(folder, `${name}.sig`), "abc.def\n");

test("the desktop app's downloads are announced in the answer to the regular check, which is answered with 304 while unchanged", async () => {
  const before = await news();
  expect(before.json).toEqual({ checksum: before.json.checksum });
  expect(before.headers.etag).toBe(`"${before.json.checksum}"`);
  expect((await news(before.headers.etag)).status).toBe(304);

  const resources = "learning-space-hybrid-1.2.0-resources.neu";
  const folder = await put(resources, "learning-space-hybrid-1.1.2-linux.deb");
  await put("learning-space-offline-1.9.0-linux.deb", "learning-space-hybrid-1.1.2-resources.neu");
  await sign(folder, "learning-space-hybrid-1.1.2-resources.neu");
  await writeFile(path.join(folder, "notes-1.2.0.md"), "Faster.\r\n");
  await writeFile(path.join(folder, "notes-1.2.0.he.md"), "מהיר יותר");
  await writeFile(path.join(folder, "notes-1.1.2.de.md"), "Alt");
  const unsigned = await news(before.headers.etag);
  expect(unsigned.status).toBe(200);
  expect(unsigned.json).toEqual({
    checksum: before.json.checksum,
    app: {
      tag: expect.any(String),
      version: "1.2.0",
      notes: { en: "Faster.", he: "מהיר יותר" },
      packages: [],
    },
  });
  expect((await news(unsigned.headers.etag)).status).toBe(304);

  await sign(folder, resources);
  const events = await news(unsigned.headers.etag);
  expect(events.json.app.packages).toEqual([{ url: `/downloads/${resources}`, signed: "abc.def" }]);
  expect(events.headers.etag).toContain(`"${events.json.checksum}.${events.json.app.tag}"`);
});

test("the desktop app's downloads are served for updates to everybody who has the app, and to nobody else", async () => {
  await allow(false);
  await put("learning-space-hybrid-1.2.0-resources.neu", "app-1.2.0-linux.deb");
  const { token } = await school.student({ course: PMB });
  const get = async (name: string, options: object) =>
    (await school.call(`/downloads/${name}`, options)).status;
  expect(await get("learning-space-hybrid-1.2.0-resources.neu", { token })).toBe(200);
  expect(await get("learning-space-hybrid-1.2.0-resources.neu", {})).toBe(401);
  expect(await get("app-1.2.0-linux.deb", { token })).toBe(403);
  await allow(true);
});

test("the desktop app's downloads are listed with their signatures, their notes, and every kind of package", async () => {
  const folder = await put("app-1.2.0-linux.deb", "app-1.2.0-linux.zip", "app-1.1.2-linux.tar.gz");
  await sign(folder, "app-1.2.0-linux.deb");
  await writeFile(path.join(folder, "app-1.2.0-linux.zip.sig"), "no signature at all\n");
  await writeFile(path.join(folder, "notes-1.2.0.en.txt"), "Faster.");
  const { json } = await school.call("/downloads", { token: admin });
  expect(json.notes).toEqual({ en: "Faster." });
  expect(json.downloads).toHaveLength(1);
  expect(json.downloads[0]).toMatchObject({ signature: "abc.def", version: "1.2.0" });
  expect(
    json.packages.map(({ url, signature }: Record<string, string>) => [
      url?.replace(/\?.*/, ""),
      signature,
    ]),
  ).toEqual([
    ["/downloads/app-1.2.0-linux.deb", "abc.def"],
    ["/downloads/app-1.2.0-linux.zip", ""],
  ]);
});

test("the desktop app's downloads include one serial number for a person, always the same", async () => {
  const numbers = await Promise.all([serial(admin), serial(admin), serial(admin, null)]);
  expect(numbers[0]).toMatch(SERIAL);
  expect(new Set(numbers).size).toBe(1);
  const other = await school.token(await school.add({ level: 100 }));
  expect(await serial(other)).toMatch(SERIAL);
  expect(await serial(other)).not.toBe(numbers[0]);
});
