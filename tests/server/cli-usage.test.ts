import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { runInProcess } from "./support/run-in-process.ts";

test.each([
  [["nonsense"]],
  [["content", "check"]],
  [["content", "check", "a", "b"]],
  [["user", "remove"]],
  [["user", "list", "x"]],
  [["user", "list", "--level", "high"]],
  [["user", "set"]],
  [["user", "set", "x"]],
  [["user", "set", "x", "--block", "--unblock"]],
  [["user", "set", "x", "--until", "2027-06-30"]],
  [["user", "set", "x", "--course", "PMB", "--until", "2027-06-31"]],
  [["user", "set", "x", "--course", "PMB", "--until", "never", "--months", "2"]],
  [["user", "export", "x"]],
  [["user", "add", "x"]],
  [["user", "add", "--email", "a@b"]],
  [["user", "add", "x", "--email", "none"]],
  [["user", "add", "x", "--email", "a@b", "--level", "high"]],
  [["user", "add", "x", "--email", "a@b", "--teaches", "PMB,,SWB"]],
  [["user", "set", "x", "--teaches", ""]],
  [["user", "add", "x", "--colour"]],
  [["serve", "now"]],
  [["serve", "--cert"]],
  [["serve", "--colour", "red"]],
  [["content", "export"]],
  [["content", "export", "a", "b"]],
  [["content", "export", "a", "--colour"]],
  [["serial", "issue"]],
  [["serial", "issue", "--seats", "0"]],
  [["serial", "issue", "--seats", "many"]],
  [["serial", "issue", "--seats", "2", "--name", "x".repeat(101)]],
  [["serial", "list", "all"]],
  [["serial", "revoke"]],
  [["site", "add"]],
  [["site", "add", "*"]],
  [["site", "add", "www.school.example"]],
  [["site", "add", "https://school.example/page"]],
  [["site", "add", "https://a:b@school.example"]],
  [["site", "add", "https://school.example?x"]],
  [["site", "remove", "https://*.school.example"]],
  [["backup"]],
  [["backup", "a", "b"]],
  [["restore"]],
  [["restore", "a", "--now"]],
  [["key", "old"]],
  [["key", "--yes"]],
])("the school's commands say on one line what is wrong with %j", async (words) => {
  const { code, out, err } = await runInProcess(words);
  expect(code).toBe(2);
  expect(out).toBe("");
  expect(err).toMatch(/^[A-Z-].*\.\n$/);
});

test.each([
  [["sreve"], "Unknown command 'sreve'. Did you mean serve?\n"],
  [["serail", "list"], "Unknown command 'serail'. Did you mean serial?\n"],
  [["content", "chekc", "x"], "Unknown command 'chekc'. Did you mean check?\n"],
  [["serve", "--crt", "x"], "Unknown option '--crt'. Did you mean --cert?\n"],
  [["sreve", "--help"], "Unknown command 'sreve'. Did you mean serve?\n"],
  [["help", "serail", "list"], "Unknown command 'serail'. Did you mean serial?\n"],
  [["serial", "lst", "-h"], "Unknown command 'lst'. Did you mean list?\n"],
  [["help", "nonsense"], "Unknown command 'nonsense'.\n"],
  [["serve", "--port", "9"], "PORT is a setting, not an option: PORT=… npm run school -- serve.\n"],
  [
    ["serve", "--data-dir=x"],
    "DATA_DIR is a setting, not an option: DATA_DIR=… npm run school -- serve.\n",
  ],
])("the school's commands suggest the command that %j may have meant", async (words, sentence) => {
  expect(await runInProcess(words)).toEqual({ code: 2, out: "", err: sentence });
});

test.each([[[]], [["content"]], [["serial"]]])(
  "the school's commands list the subcommands after %j, which is an incomplete command",
  async (words) => {
    const { code, out, err } = await runInProcess(words);
    expect([code, out]).toEqual([2, ""]);
    expect(err).toContain(["Usage: npm run school --", ...words].join(" "));
  },
);

test("the school's commands name in the help of serve every setting that the documentation has", async () => {
  const { out } = await runInProcess(["serve", "--help"]);
  for (const page of ["README.md", "accounts.md"]) {
    const text = await readFile(`src/server/${page}`, "utf8");
    const tables = text.split("\n").filter((line) => /^\| `[A-Z]{4}/.test(line));
    const names = tables.flatMap((line) => line.split("|")[1]?.match(/[A-Z_]{4,}/g) ?? []);
    expect(names).not.toEqual([]);
    for (const name of names) expect(out).toContain(name);
  }
});

test("the help describes every command and its options", async () => {
  const { code, out, err } = await runInProcess(["help"]);
  expect([code, err]).toEqual([0, ""]);
  const commands = [...out.matchAll(/^ {2}([a-z]+(?: [a-z-]+)?)/gm)].map(([, name = ""]) => name);
  expect(commands).toEqual([
    "init",
    "serve",
    "content check",
    "content preview",
    "content import",
    "content export",
    "content export-source",
    "content versions",
    "content rollback",
    "user add",
    "user password",
    "user list",
    "user import",
    "user set",
    "user invite",
    "user remove",
    "user export",
    "site list",
    "site add",
    "site remove",
    "serial issue",
    "serial list",
    "serial revoke",
    "licence sign",
    "release sign",
    "doctor",
    "settings list",
    "settings set",
    "settings unset",
    "store check",
    "store migrate",
    "audit list",
    "backup",
    "restore",
    "key",
  ]);
  expect((await runInProcess(["--help"])).out).toBe(out);
  for (const command of commands) {
    const help = await runInProcess([...command.split(" "), "--help"]);
    expect([help.code, help.err]).toEqual([0, ""]);
    expect(help.out).toContain(`Usage: npm run school -- ${command} [options]`);
    // A description is a sentence, and each option has one.
    expect(help.out).toMatch(/\n\n[A-Z].*\.\n/);
    expect(help.out.includes("--json")).toBe(!["serve", "content preview"].includes(command));
    expect(await runInProcess(["help", ...command.split(" ")])).toEqual(help);
  }
  expect((await runInProcess(["serial", "help", "list"])).out).toContain(
    "-- serial list [options]",
  );
});
