import { expect, test } from "vitest";
import { FailureNotice } from "../../src/app-context/failure-notice.tsx";
import { openApp } from "../unit/support/open-app.ts";
import { getByRole } from "./accessible.ts";
import { renderApp } from "./render.tsx";

const CONNECTION = "This could not be fetched. Please check your internet connection and try again";
const LATER =
  "This could not be fetched. The school cannot answer at the moment. Please try again in a few minutes";

const refused = (status: number) =>
  ({ kind: "refused", status, code: "", retryAfter: null }) as const;

test.each([
  ["no answer", { kind: "unreachable" }, CONNECTION],
  ["a refusal that has no words of its own", refused(418), CONNECTION],
  ["an error of the school", refused(500), LATER],
  ["a busy school", refused(503), LATER],
  ["too many requests", refused(429), LATER],
] as const)("a failure advises what helps: %s", async (_, failure, words) => {
  const { app } = openApp();
  await app.language.boot("en");
  const messages = { else: "reference-failure.no-connection" } as const;
  await renderApp(app, <FailureNotice failure={failure} messages={messages} />);
  expect(getByRole("alert").textContent).toBe(words);
});
