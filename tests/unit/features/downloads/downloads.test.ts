import { expect, test } from "vitest";
import { matchFailure } from "../../../../src/core/match-failure.ts";
import { createDownloads } from "../../../../src/features/downloads/downloads.ts";
import {
  createLicenceSigning,
  signingMessages,
} from "../../../../src/features/downloads/licence-signing.ts";
import { openAsked } from "../../support/open-transport.ts";

const BASE = "http://school.example/api";
const SERIAL = "0A1B2C3D-0000-4000-8000-0123456789ab";

const open = (downloads: () => Response, serial: () => Response) => {
  const { send, asked } = openAsked(
    ({ pathname }) => (pathname.endsWith("/downloads") ? downloads() : serial()),
    { base: BASE },
  );
  return { downloads: createDownloads({ send, base: BASE, version: "1.1.2" }), asked };
};

const none = () => Response.json({ code: "x" }, { status: 500 });

test("the desktop app's downloads have addresses of the school or of the web only", async () => {
  const urls = [
    ["linux", "/downloads/app?ticket=1"],
    ["windows", "https://cdn.example/app.exe"],
    ["macos", "javascript:alert(1)"],
    ["macos", "//evil.example/app"],
    ["macos", "/\\evil.example/app"],
    ["macos", "app.dmg"],
    ["amiga", "HTTP://school.example/app"],
  ];
  const { downloads } = open(
    () => Response.json({ downloads: urls.map(([system, url]) => ({ system, url })) }),
    none,
  );
  await downloads.load();
  expect(downloads.state.installers?.map(({ url }) => url)).toEqual([
    "HTTP://school.example/app",
    "https://cdn.example/app.exe",
    "http://school.example/api/downloads/app?ticket=1",
  ]);
  expect(downloads.state.problem).toBeNull();
});

const unsafe = { downloads: [{ system: "linux", url: "javascript:alert(1)" }] };

test.each([
  ["none", "the school says so", () => Response.json({ downloads: [] })],
  ["none", "the school does not know the call", () => Response.json({}, { status: 404 })],
  ["unavailable", "all addresses are unsafe", () => Response.json(unsafe)],
  ["unavailable", "the school fails", none],
  ["unavailable", "the answer has another form", () => Response.json(["surprise"])],
])("the desktop app's downloads are %s where %s", async (problem, _why, answer) => {
  const { downloads } = open(answer, none);
  await downloads.load();
  expect(downloads.state).toMatchObject({ problem, installers: [] });
});

test.each([
  ["the school's number", SERIAL, SERIAL],
  ["none for false", false, ""],
  ["none for an invalid number", "<script>", ""],
  ["none for nothing", undefined, ""],
])("the desktop app's downloads come with %s", async (_what, serialNumber, shown) => {
  const { downloads, asked } = open(none, () => Response.json({ serialNumber }));
  await downloads.load();
  expect(downloads.state.serialNumber).toBe(shown);
  expect(asked.flatMap(({ body }) => body ?? [])).toEqual([{ version: "1.1.2" }]);
});

const SIGNED = {
  ...{ licence: "LSL1.claims.signature", until: "2027-03-01", fullName: "Dana Levi" },
  serialNumber: "11111111-2222-3333-4444-555555555555",
};

const openSigning = (answer: () => Response) => {
  const { asked, ...transport } = openAsked(answer);
  return { signing: createLicenceSigning({ transport }), asked };
};

test("a request is signed until the day that was chosen, once however often it is sent", async () => {
  const { signing, asked } = openSigning(() => Response.json(SIGNED));
  const first = signing.sign("  LSR1.request.check\n", "2027-03-01");
  expect(signing.state).toMatchObject({ busy: true, signed: null });
  await Promise.all([first, signing.sign("LSR1.request.check", null)]);
  const sent = { request: "LSR1.request.check", until: "2027-03-01" };
  expect(asked.map(({ body }) => body)).toEqual([sent]);
  expect(signing.state).toEqual({ busy: false, failure: null, signed: SIGNED });
});

// The messages are a table; these are one of each way through it.
test.each([
  [409, "licence/no_seat", "no-seat"],
  [503, "activation/throttled", "throttled"],
  [422, "x", "no-request"],
  [500, "x", "no-connection"],
])("a refusal with %i %s is shown as %s", async (status, code, message) => {
  const { signing } = openSigning(() => Response.json({ code }, { status }));
  await signing.sign("LSR1.request.check", null);
  expect(signing.state).toMatchObject({ busy: false, signed: null });
  const { failure } = signing.state;
  expect(failure && matchFailure(failure, signingMessages)).toBe(`licence-file.${message}`);
});
