import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { createSigner } from "../../../scripts/desktop/sign.ts";

const scratch = mkdtempSync(path.join(tmpdir(), "learning-space-sign-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const file = path.join(scratch, 'an "app" $HOME.exe');
const log = path.join(scratch, "log");

test("the command gets the file, whatever its name, and the system", () => {
  writeFileSync(file, "program");
  const command = path.join(scratch, "sign.sh");
  writeFileSync(command, `#!/bin/sh\nprintf '%s|' "$SIGN_SYSTEM" "$@" > ${log}\n`, { mode: 0o755 });
  createSigner(`${command} --key school`)(file, "windows");
  expect(readFileSync(log, "utf8")).toBe(`windows|--key|school|${file}|`);
});

test("a command that fails fails the build", () => {
  expect(() => createSigner("exit 3;")(file, "macos")).toThrow("SIGN_COMMAND failed to sign");
  expect(() => createSigner("/no/such/command")(file, "macos")).toThrow("it ended with 127");
});
