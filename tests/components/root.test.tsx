import { expect, test, vi } from "vitest";
import { Root } from "../../src/app/root.tsx";
import { openApp } from "../unit/support/open-app.ts";
import { messagesIn, pageText, render } from "./render.tsx";

const Outside = () => <p>Outside</p>;
const Inside = () => <p>Inside</p>;

test.each([
  ["Outside", "asks for a sign-in or an activation", true],
  ["Inside", "asks for neither", false],
])("people without a session are %s in a build that %s", async (page, _, needsSession) => {
  vi.stubGlobal("NEEDS_SESSION", needsSession);
  const messages = async () => ({ default: await messagesIn("en") });
  const { app } = openApp({ messages });
  await app.language.boot("en");
  await render(<Root app={app} SignedOut={Outside} SignedIn={Inside} />);
  expect(pageText()).toContain(page);
});
