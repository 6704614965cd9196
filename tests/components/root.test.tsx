import { expect, test } from "vitest";
import { Root } from "../../src/app/root.tsx";
import { openApp } from "../unit/support/open-app.ts";
import { messagesIn, pageText, render } from "./render.tsx";

const Outside = () => <p>Outside</p>;
const Inside = () => <p>Inside</p>;

test.each([
  ["Outside", "asks for a sign-in", { login: true, activation: false }],
  ["Outside", "asks for an activation", { login: false, activation: true }],
  ["Inside", "asks for neither", { login: false, activation: false }],
])("people without a session are %s in a build that %s", async (page, _, required) => {
  const messages = async () => ({ default: await messagesIn("en") });
  const { app } = openApp({ messages });
  await app.language.boot("en");
  await render(<Root {...{ app, required }} SignedOut={Outside} SignedIn={Inside} />);
  expect(pageText()).toContain(page);
});
