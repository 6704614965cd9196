import { generateKeyPairSync, type KeyObject } from "node:crypto";
import { expect, test } from "vitest";
import { desktopPolicy, pagePolicy } from "../../../scripts/build/policies.ts";
import { desktopSettings, onlineSettings } from "../../../scripts/build/school-settings.ts";
import { appConfig } from "../../../scripts/desktop/app-config.ts";

const ADDRESSES = ["https://school.example/api", "http://192.168.1.4:8080/api/", "http://[::1]:80"];

test.each(ADDRESSES)("a desktop build calls the school at %s", (address) => {
  const { fileServer } = desktopSettings({ FILE_SERVER: address });
  expect(fileServer).toBe(address.replace(/\/$/, ""));
});

const WRONG = [undefined, "", "/api", "school.example/api", "ftp://school.example", "https://a/?b"];

test.each(WRONG)("a desktop build names the missing setting when FILE_SERVER is %s", (address) => {
  expect(() => desktopSettings({ FILE_SERVER: address })).toThrow(/set FILE_SERVER/);
});

const textOf = (key: KeyObject) =>
  key.export({ format: "der", type: "spki" }).toString("base64url");

test("a desktop build contains the school's public key if one is given", () => {
  const key = textOf(generateKeyPairSync("ec", { namedCurve: "P-256" }).publicKey);
  const given = { FILE_SERVER: "https://a.example", SCHOOL_PUBLIC_KEY: `${key}\n` };
  expect(desktopSettings(given).publicKey).toBe(key);
  expect(desktopSettings({ ...given, SCHOOL_PUBLIC_KEY: "" }).publicKey).toBeNull();
});

test("a desktop build refuses a key that cannot verify a licence", () => {
  const other = textOf(generateKeyPairSync("ed25519").publicKey);
  for (const SCHOOL_PUBLIC_KEY of ["my key", other, "SCHOOL_PUBLIC_KEY=abc"]) {
    const given = { FILE_SERVER: "https://a.example", SCHOOL_PUBLIC_KEY };
    expect(() => desktopSettings(given)).toThrow(/npm run school -- key/);
  }
});

test("a web build needs no address: the school is on the page's origin", () => {
  expect(onlineSettings({}).fileServer).toBe("/api");
});

test("the page may call only the school and the runtime", () => {
  const policy = desktopPolicy("https://school.example/api").split("; ");
  expect(policy).toContain("connect-src 'self' blob: data: https://school.example");
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval'");
});

const school = { ...onlineSettings({ FILE_SERVER: "https://a.example" }), publicKey: null };
const config = appConfig("hybrid", school);

test("the runtime's configuration allows single methods, and none that runs a program", () => {
  const programs = ["os.execCommand", "os.spawnProcess"];
  const isWrong = (method: string) => method.includes("*") || programs.includes(method);
  expect(config.nativeAllowList.filter(isWrong)).toEqual([]);
  expect(config).not.toHaveProperty("nativeBlockList");
});

test("the runtime's configuration gives the token once, shows no inspector and uses any free port", () => {
  expect(config).toMatchObject({
    ...{ port: 0, tokenSecurity: "one-time", exportAuthInfo: false, singlePageServe: true },
    modes: { window: { enableInspector: false } },
  });
});

test("the runtime's configuration applies the policy to every page, and runs no content file as a script", () => {
  expect(config.serverHeaders).toMatchObject({
    "Content-Security-Policy": expect.stringContaining("script-src 'self' 'wasm-unsafe-eval';"),
    "X-Content-Type-Options": "nosniff",
  });
});

test("the runtime's configuration separates the data of the two builds, and of two schools", () => {
  expect(appConfig("offline", school).applicationId).not.toBe(config.applicationId);
  const other = { ...school, fileServer: "https://other.example/api" };
  expect(appConfig("hybrid", other).applicationId).not.toBe(config.applicationId);
});

test.each([
  ["s3://files?endpoint=https://s3.example.com&region=auto", "https://s3.example.com"],
  ["s3://files/school?endpoint=http://127.0.0.1:9000", "http://127.0.0.1:9000"],
  ["s3://files?region=eu-central-1", "https://s3.eu-central-1.amazonaws.com"],
  ["s3://files?region=auto&cdn=https://files.school.example", "https://files.school.example"],
  ["", null],
])("a web app shows pictures and films from the origin of its bucket: %s", (STORE_URL, origin) => {
  expect(onlineSettings({ STORE_URL }).storeOrigin).toBe(origin);
});

test("a web app lets nothing but pictures and films come from its bucket", () => {
  const given = { scripts: ["boot"], style: "", fileServer: "" };
  const without = pagePolicy({ ...given, storeOrigin: null }).split("; ");
  const rules = pagePolicy({ ...given, storeOrigin: "https://s3.example.com" }).split("; ");
  expect(rules.filter((rule) => !without.includes(rule))).toEqual([
    "img-src 'self' data: blob: https://s3.example.com",
    "media-src 'self' blob: https://s3.example.com",
  ]);
});

test("a web app is not built for a bucket that the school would refuse", () => {
  expect(() => onlineSettings({ STORE_URL: "https://s3.example.com/files" })).toThrow(/s3:\/\//);
});
