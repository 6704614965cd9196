import { expect, test } from "vitest";
import { createDownloads } from "../../../../src/features/downloads/downloads.ts";
import { openTransport } from "../../support/open-transport.ts";

const SERIAL = "0A1B2C3D-0000-4000-8000-0123456789ab";

const open = (downloads: () => Response, serial: () => Response) => {
  const asked: unknown[] = [];
  const { send } = openTransport({
    base: "http://school.example/api",
    fetch: async (input, init) => {
      if (String(input).endsWith("/downloads")) return downloads();
      asked.push(JSON.parse(String(init?.body)));
      return serial();
    },
  });
  return {
    downloads: createDownloads({ send, base: "http://school.example/api", version: "1.1.2" }),
    asked,
  };
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
  expect(asked).toEqual([{ version: "1.1.2" }]);
});
