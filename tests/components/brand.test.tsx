import { useSnapshot } from "valtio";
import { beforeEach, expect, test } from "vitest";
import { followIcon } from "../../src/app/follow-icon.ts";
import { useBaseApp } from "../../src/app-context/app-context.ts";
import { useScreenTitle } from "../../src/app-context/use-screen-title.ts";
import { BrandBar } from "../../src/features/shell/brand-bar.tsx";
import { Footer } from "../../src/features/shell/footer.tsx";
import { openApp } from "../unit/support/open-app.ts";
import { act, renderApp, waitUntil } from "./render.tsx";

const Page = () => {
  useScreenTitle("Profile");
  const brand = useSnapshot(useBaseApp().organisation.state);
  return (
    <>
      <BrandBar brand={brand} onHome={() => undefined}>
        {null}
      </BrandBar>
      <Footer />
    </>
  );
};

const { style } = document.documentElement;
const chalk = () => style.getPropertyValue("--chalk");
const barColours = () =>
  Array.from(
    document.querySelectorAll<HTMLMetaElement>("meta[name=theme-color]"),
    ({ content }) => content,
  );
const OWN_BARS = ["#faf7f0", "#171a21"];
const ANY_COLOUR = expect.stringMatching(/^#[\da-f]{6}$/);

/** The page of a school that will answer with these fields. @param earlier a visit on the same machine */
const open = async (fields: object, earlier?: Pick<ReturnType<typeof openApp>, "machine">) => {
  const { app, school, machine } = openApp(earlier && { machine: earlier.machine });
  const usual = { id: 1, name: "Sew", logo: "bGlnaHQ=", footer: null };
  const answer = (now: object) =>
    school.answerWith("GET /organizations/1", { organization: { ...usual, ...now } });
  answer(fields);
  await renderApp(app, <Page />);
  return { app, machine, answer, load: () => act(() => app.organisation.load(null)) };
};

/** The page once the school has answered with these fields. */
const visit = async (fields: object) => {
  const { app, load } = await open(fields);
  await load();
  return app;
};

const ICON = "/tls/favicon.svg";
const icon = () => document.querySelector("link[rel=icon]")?.getAttribute("href");
const dark = () => document.querySelector<HTMLSourceElement>("picture source");

beforeEach(() => {
  style.cssText = "";
  const themes = ["light", "dark"].map(
    (theme, at) =>
      `<meta name="theme-color" content="${OWN_BARS[at]}" media="(prefers-color-scheme: ${theme})">`,
  );
  document.head.innerHTML = `<link rel="icon" href="${ICON}">${themes.join("")}`;
});

test("the brand of a school has another logo where the page is dark, as the page around it says", async () => {
  const app = await visit({ title: "Sew Online", logo_dark: "ZGFyaw==" });
  // Its title stands in the page's title, in place of its name.
  expect(document.title).toBe("Profile · Sew Online");
  expect(document.querySelector("header span")?.textContent).toBe("Sew");
  expect(document.querySelector("picture img")?.getAttribute("src")).toBe(
    "data:image/png;base64,bGlnaHQ=",
  );
  expect(dark()?.srcset).toBe("data:image/png;base64,ZGFyaw==");
  expect(dark()?.media).toBe("(prefers-color-scheme:dark)");
  await act(() => void Object.assign(app.organisation.state, { dark: "(forced-colors:none)" }));
  expect(dark()?.media).toBe("(forced-colors:none)");
});

test("the brand of a school has its present icon in the tab, at a new address once it has changed", async () => {
  const app = await visit({ favicon: "a1&b2" });
  const { storage } = app.machine;
  const change = (favicon: string) =>
    act(() => void Object.assign(app.organisation.state.organisation ?? {}, { favicon }));
  followIcon(app.organisation, storage);
  // The browser has just fetched it at the page's own address.
  expect(icon()).toBe(ICON);
  await change("c3d4");
  await waitUntil(() => icon() === `${ICON}?c3d4`);
  // The browser may have kept the other one at the page's own address meanwhile.
  await change("a1&b2");
  await waitUntil(() => icon() === `${ICON}?a1%26b2`);
  document.querySelector("link")?.setAttribute("href", ICON);
  followIcon(app.organisation, storage);
  expect(icon()).toBe(`${ICON}?a1%26b2`);
});

test("the footer links to addresses of the web alone", async () => {
  await visit({
    footer: {
      url: "javascript:document.title='harm'",
      facebook: "data:text/html,<script>alert(1)</script>",
      instagram: "https://instagram.example/sew",
      imprint: "https://sew.example/imprint",
      privacy: "javascript:alert(1)",
    },
  });
  await waitUntil(() => document.querySelector("footer a"));
  const links = [...document.querySelectorAll("footer a")].map((link) => link.getAttribute("href"));
  expect(links).toEqual(["https://sew.example/imprint", "https://instagram.example/sew"]);
});

test.each([[{}], [{ title: null, logo_dark: null, favicon: null }]])(
  "shows name and logo alone for %j",
  async (fields) => {
    const app = await visit(fields);
    followIcon(app.organisation, app.machine.storage);
    expect(document.title).toBe("Profile · Sew");
    expect(document.querySelector("header img")).not.toBeNull();
    expect(dark()).toBeNull();
    expect(icon()).toBe(ICON);
  },
);

test("the accent colour of the page is the school's, until the school has none any more", async () => {
  const { answer, load, machine } = await open({ accent: "#A03050" });
  await load();
  await waitUntil(chalk);
  expect(chalk()).toMatch(/^light-dark\(#a03050, #[\da-f]{6}\)$/i);
  expect(barColours()).toEqual([ANY_COLOUR, ANY_COLOUR]);
  expect(barColours()).not.toEqual(OWN_BARS);
  answer({});
  await load();
  await waitUntil(() => !chalk());
  expect(barColours()).toEqual(OWN_BARS);
  expect(machine.storage.get("accent.v1")).toBeNull();
});

test.each([undefined, null, "", "red", "#abc", "#a0305080", "#a03050;display:none"])(
  "the accent colour of the page is the app's own where the school's is %j",
  async (accent) => {
    const { app, load, machine } = await open({ accent });
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
  const first = await open({ accent: "#a03050" });
  await first.load();
  await waitUntil(chalk);
  const painted = style.cssText;
  // So does the boot script.
  style.cssText = first.machine.storage.get("accent.v1") ?? "";
  expect(style.cssText).toBe(painted);
  const { load } = await open({ accent: "#a03050" }, first);
  await act(() => import("../../src/features/shell/show-accent.ts"));
  expect(style.cssText).toBe(painted);
  await load();
  expect(style.cssText).toBe(painted);
});
