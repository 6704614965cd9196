import { expect, test } from "vitest";
import type { Release } from "../../../src/contract/releases.ts";
import { findPackage, planUpdate } from "../../../src/offline/updates/find-package.ts";
import { exportPublicKey } from "../../../src/server/activation/licences.ts";
import { failed } from "../../support/results.ts";
import { openTransport } from "../support/open-transport.ts";
import { createReleaseKey, signRelease } from "../support/signed-release.ts";

const KEY = createReleaseKey();
const PUBLIC_KEY = exportPublicKey(KEY);

const signed = (change: Partial<Release> = {}, key = KEY): string => {
  const file = { name: "app.deb", version: "1.2.0", size: 9, checksum: "0".repeat(64) };
  const release = { kind: "release", ...file, application: "school", shell: "shell-1", ...change };
  return signRelease(release as Release, key);
};

const find = async (answer: () => Response) => {
  const { send } = openTransport({ fetch: async () => answer() });
  const system = { name: "linux", endings: [".deb", ".zip"] } as const;
  const base = "http://files.example";
  return findPackage({ send, base, publicKey: PUBLIC_KEY, system }, "1.2.0");
};
const offer = (url: string, signature?: string, system = "linux") => ({
  ...{ name: "App", version: "1.2.0", size: 9, system, url, signature },
});
const offered = (...packages: object[]) => find(() => Response.json({ downloads: [], packages }));

test("the package for this system is of this version and system, the best ending first", async () => {
  const found = await offered(
    offer("/other.deb", signed(), "windows"),
    offer("/old.deb", signed({ version: "1.1.0" })),
    offer("/app.rpm", signed({ name: "app.rpm" })),
    offer("/app.zip", signed({ name: "app.zip" })),
    offer("/app.deb", signed()),
  );
  expect(found).toMatchObject({ ok: true, value: { url: "http://files.example/app.deb" } });
  // It may be among the installers of other schools.
  const downloads = [offer("https://cdn.example/app.deb", signed())];
  expect(await find(() => Response.json({ downloads }))).toMatchObject({
    value: { url: "https://cdn.example/app.deb" },
  });
  const second = await offered(offer("/app.zip", signed({ name: "app.zip" })));
  expect(second).toMatchObject({ value: { release: { name: "app.zip" } } });
});

test("the package for this system is not one that nobody or another school has signed", async () => {
  expect(await offered()).toEqual(failed("not-offered"));
  expect(await offered(offer("/app.deb"))).toEqual(failed("not-offered"));
  expect(await offered(offer("/app.deb", ""))).toEqual(failed("not-offered"));
  expect(await offered(offer("javascript:alert(1)", signed()))).toEqual(failed("not-offered"));
  const forged = offer("/app.deb", signed({}, createReleaseKey()));
  expect(await offered(forged)).toEqual(failed("not-signed"));
  // One for another system says nothing about this one.
  expect(await offered({ ...forged, system: "windows" })).toEqual(failed("not-offered"));
  const old = offer("/old.deb", signed({ version: "1.1.0" }));
  expect(await offered(old)).toEqual(failed("not-offered"));
});

test("the package for this system is not known if the school refuses the list, or cannot be reached", async () => {
  expect(await find(() => new Response("", { status: 403 }))).toEqual(failed("refused"));
  expect(await find(() => new Response("<h1>"))).toEqual(failed("unreachable"));
});

const plan = (packages: readonly string[] | undefined, publicKey: string | null = PUBLIC_KEY) =>
  planUpdate(
    {
      version: "1.2.0",
      packages: packages?.map((line, at) => ({ url: `/${at}`, signed: line })) as never,
    },
    {
      ...{ publicKey, application: "school" },
      installed: { version: "1.1.0", shell: "shell-1" },
    },
  );
const other = { application: "other" };

test("the way to install a version is its resources if they are for this program, else the whole package", async () => {
  expect(await plan([signed(other), signed({ shell: "shell-2" }), signed()])).toMatchObject({
    ...{ kind: "resources", failure: null },
    resources: { url: "/2", release: { application: "school", shell: "shell-1" } },
  });
  const whole = { kind: "package", resources: null, failure: null };
  expect(await plan(undefined)).toEqual(whole);
  expect(await plan([signed({ version: "1.1.9" })])).toEqual(whole);
  expect(await plan([signed({}, createReleaseKey()), signed(other)])).toEqual(whole);
});
