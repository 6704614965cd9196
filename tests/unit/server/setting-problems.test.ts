import { expect, test } from "vitest";
import { settingProblems } from "../../../src/server/school/settings/change-settings.ts";
import { decodeVariables } from "../../../src/server/school/settings/environment.ts";

const problemsOf = (SMTP_URL: string) => {
  const environment = decodeVariables({});
  if (!environment.ok) throw new Error("No variable is needed");
  return settingProblems(environment.value, { SMTP_URL }, { SMTP_URL });
};

test.each([
  "?sendmail=true&path=/bin/sh&args=-c&args=id",
  "?%73endmail=true",
  "?proxy=http://evil.example",
  "?tls.host=evil.example",
  "?logger=true",
  "?requireTLS=true&pool=true",
])(
  "an administrator cannot give the mail server an option that only the machine may have: %s",
  (query) => {
    const [problem, ...others] = problemsOf(`smtp://desk@mail.example${query}`);
    expect(problem).toMatchObject({
      name: "SMTP_URL",
      message: expect.stringContaining("Set others in the environment"),
    });
    expect(others).toEqual([]);
  },
);

test("an administrator may say how the mail server is spoken to", () => {
  expect(problemsOf("smtp://mail.example?requireTLS=true&tls.rejectUnauthorized=false")).toEqual(
    [],
  );
});
