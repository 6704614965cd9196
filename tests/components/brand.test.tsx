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

/** The page of a school that answers with these fields. */
const visit = async (fields: Record<string, unknown>) => {
  const { app, school } = openApp();
  const organization = { id: 1, name: "Sew", logo: "bGlnaHQ=", footer: null, ...fields };
  school.answerWith("GET /organizations/1", { organization });
  await renderApp(app, <Page />);
  await act(() => app.organisation.load(null));
  return app;
};

const ICON = "/tls/favicon.svg";
const icon = () => document.querySelector("link[rel=icon]")?.getAttribute("href");
const dark = () => document.querySelector<HTMLSourceElement>("picture source");

beforeEach(() => {
  document.head.innerHTML = `<link rel="icon" href="${ICON}">`;
});

test("the brand of a school has its title in the page's title, in place of its name", async () => {
  await visit({ title: "Sew Online" });
  expect(document.title).toBe("Profile · Sew Online");
  expect(document.querySelector("header span")?.textContent).toBe("Sew");
});

test("the brand of a school has another logo where the page is dark, as the page around it says", async () => {
  const app = await visit({ logo_dark: "ZGFyaw==" });
  expect(document.querySelector("picture img")?.getAttribute("src")).toBe(
    "data:image/png;base64,bGlnaHQ=",
  );
  expect(dark()?.srcset).toBe("data:image/png;base64,ZGFyaw==");
  expect(dark()?.media).toBe("(prefers-color-scheme:dark)");
  await act(() => {
    app.organisation.state.dark = "(forced-colors:none)";
  });
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
