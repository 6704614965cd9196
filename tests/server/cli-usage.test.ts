import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { runInProcess } from "./support/run-in-process.ts";

const WRONG: Record<string, string[]> = {
  nonsense: [""],
  content: ["check", "check a b", "export", "export a b", "export a --colour"],
  "user list": ["x", "--level high"],
  "user set": [
    ...["", "x", "x --block --unblock", "x --until 2027-06-30", "x --teaches="],
    ...["x --course PMB --until 2027-06-31", "x --course PMB --until never --months 2"],
  ],
  "user add": [
    ...["x", "--email a@b", "x --email none", "x --email a@b.example --level high", "x --colour"],
    "x --email a@b.example --teaches PMB,,SWB",
  ],
  user: ["remove", "export x"],
  serve: ["now", "--cert", "--colour red"],
  serial: ["issue", "issue --seats 0", "issue --seats many", "list all", "revoke"],
  "serial issue": [`--seats 2 --name ${"x".repeat(101)}`],
  "site add": [
    ...["", "*", "www.school.example", "https://school.example/page"],
    ...["https://a:b@school.example", "https://school.example?x"],
  ],
  "site remove": ["https://*.school.example"],
  backup: ["", "a b"],
  restore: ["", "a --now"],
  key: ["old", "--yes"],
};

test.each(
  Object.entries(WRONG).flatMap(([command, all]) =>
    all.map((words) => `${command} ${words}`.trim()),
  ),
)("the school's commands say on one line what is wrong with %s", async (words) => {
  const { code, out, err } = await runInProcess(words.split(" "));
  expect([code, out]).toEqual([2, ""]);
  expect(err).toMatch(/^[A-Z-].*\.\n$/);
});

test.each([
  ["sreve", "Unknown command 'sreve'. Did you mean serve?"],
  ["content chekc x", "Unknown command 'chekc'. Did you mean check?"],
  ["serve --crt x", "Unknown option '--crt'. Did you mean --cert?"],
  ["help serail list", "Unknown command 'serail'. Did you mean serial?"],
  ["serial lst -h", "Unknown command 'lst'. Did you mean list?"],
  ["serve --port 9", "PORT is a setting, not an option: PORT=… npm run school -- serve."],
])("the school's commands suggest what %s may have meant", async (words, sentence) => {
  const ran = await runInProcess(words.split(" "));
  expect(ran).toEqual({ code: 2, out: "", err: `${sentence}\n` });
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
  expect(commands.length).toBeGreaterThan(30);
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
