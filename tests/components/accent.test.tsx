import { beforeEach, expect, test } from "vitest";
import { Footer } from "../../src/features/shell/footer.tsx";
import { openApp } from "../unit/support/open-app.ts";
import { act, renderApp, waitUntil } from "./render.tsx";

const { style } = document.documentElement;
const chalk = () => style.getPropertyValue("--chalk");
const barColours = () =>
  Array.from(
    document.querySelectorAll<HTMLMetaElement>("meta[name=theme-color]"),
    ({ content }) => content,
  );
const OWN_BARS = ["#faf7f0", "#171a21"];
const ANY_COLOUR = expect.stringMatching(/^#[\da-f]{6}$/);

/** The page of a school that answers with this accent colour. */
const visit = async (accent: unknown, earlier?: Pick<ReturnType<typeof openApp>, "machine">) => {
  const { app, school, machine } = openApp(earlier && { machine: earlier.machine });
  const answer = (value: unknown) => {
    const organization = { id: 1, name: "Sew", footer: null, accent: value };
    school.answerWith("GET /organizations/1", { organization });
  };
  answer(accent);
  await renderApp(app, <Footer />);
  const load = () => act(() => app.organisation.load(null));
  return { app, machine, answer, load };
};

beforeEach(() => {
  style.cssText = "";
  document.head.innerHTML = ["light", "dark"]
    .map(
      (theme, at) =>
        `<meta name="theme-color" content="${OWN_BARS[at]}" media="(prefers-color-scheme: ${theme})">`,
    )
    .join("");
});

test("the accent colour of the page is the school's, until the school has none any more", async () => {
  const { answer, load, machine } = await visit("#A03050");
  await load();
  await waitUntil(chalk);
  expect(chalk()).toMatch(/^light-dark\(#a03050, #[\da-f]{6}\)$/i);
  expect(barColours()).toEqual([ANY_COLOUR, ANY_COLOUR]);
  expect(barColours()).not.toEqual(OWN_BARS);
  answer(undefined);
  await load();
  await waitUntil(() => !chalk());
  expect(barColours()).toEqual(OWN_BARS);
  expect(machine.storage.get("accent.v1")).toBeNull();
});

test.each([undefined, null, "", "red", "#abc", "#a0305080", "#a03050;display:none"])(
  "the accent colour of the page is the app's own where the school's is %j",
  async (accent) => {
    const { app, load, machine } = await visit(accent);
    await load();
    expect(app.organisation.state.name).toBe("Sew");
    // What loads the code for a colour would do so now.
    await act(() => import("../../src/features/shell/show-accent.ts"));
    expect(style.cssText).toBe("");
    expect(barColours()).toEqual(OWN_BARS);
    expect(machine.storage.get("accent.v1")).toBeNull();
  },
);

test("the accent colour of the page stays while the school has not answered, and is stored for the next visit", async () => {
  const first = await visit("#a03050");
  await first.load();
  await waitUntil(chalk);
  const painted = style.cssText;
  // So does the boot script.
  style.cssText = first.machine.storage.get("accent.v1") ?? "";
  expect(style.cssText).toBe(painted);
  const { load } = await visit("#a03050", first);
  await act(() => import("../../src/features/shell/show-accent.ts"));
  expect(style.cssText).toBe(painted);
  await load();
  expect(style.cssText).toBe(painted);
});
