import { expect, test } from "vitest";
import { send } from "./support/client.ts";
import { startDemo } from "./support/demo-process.ts";
import { outerAddress } from "./support/outer-address.ts";
import { sharedFolder } from "./support/temporary-folder.ts";

const dataDir = sharedFolder();

const login = (address: string, username: string, password = `demo-${username}`) =>
  send(`${address}/api/user/login`, { json: { username, password, sessionId: null } });

/** The serial number that the demo offers. */
const offered = (text: string) =>
  /activate it with ([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\n/.exec(text)?.[1] ?? "none";
const registration = async (address: string, serialNumber: string) => {
  const query = new URLSearchParams({ serialNumber });
  return (await send(`${address}/api/user/check_registration?${query}`)).json;
};

test("the demo school starts with its accounts and a serial number for this machine alone, and keeps changes when it is started again", async () => {
  const first = await startDemo(dataDir, { TRUST_PROXY: "1" });
  for (const [username, level] of [
    ["student", 0],
    ["tutor", 10],
    ["admin", 100],
  ] as const) {
    expect(first.text).toMatch(new RegExp(`${username} +demo-${username}`));
    expect((await login(first.address, username)).json.user.level).toBe(level);
  }
  expect(first.text).not.toMatch(/warning/i);

  // Without HOST only this machine can connect.
  expect(first.address).toMatch(/^http:\/\/127\.0\.0\.1:/);
  expect((await send(`${first.address}/api/health`)).status).toBe(200);
  const outer = outerAddress();
  if (outer) {
    const outside = first.address.replace("127.0.0.1", outer);
    await expect(send(`${outside}/api/health`)).rejects.toThrow(/ECONNREFUSED/);
  }

  const serial = offered(first.text);
  expect(await registration(first.address, serial)).toEqual({ status: "ok", body: "" });

  const { user, token } = (await login(first.address, "student")).json;
  expect(user).toMatchObject({ firstName: "Dana", lastName: "Levi" });
  const { courses } = (await send(`${first.address}/api/user/courses`, { token })).json;
  const today = new Date().toISOString().slice(0, 10);
  const open = Object.fromEntries(
    courses.map((course: { key: string; user_courses: { expDate: string } }) => [
      course.key,
      course.user_courses.expDate > today,
    ]),
  );
  expect(open).toEqual({ PMB: true, PMS: false, SWB: true });
  const done = await send(`${first.address}/api/user/progress/101/complete`, {
    method: "PUT",
    token,
    json: { package_id: 1 },
  });
  expect(done.status).toBe(200);
  await send(`${first.address}/api/user/change-password`, {
    token,
    json: { current_password: "demo-student", new_password: "my own password" },
  });
  expect(await first.end()).toBe(0);

  const second = await startDemo(dataDir);
  const own = await login(second.address, "student", "my own password");
  const next = await send(`${second.address}/api/user/progress/nextLesson/11`, {
    token: own.json.token,
  });
  expect(next.json[0].id).toBe(102);
  expect(offered(second.text)).toBe(serial);
  expect(await second.end()).toBe(0);
});
