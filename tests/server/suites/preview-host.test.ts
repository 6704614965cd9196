import { afterAll, beforeAll, expect, test } from "vitest";
import { type Preview, startPreview } from "../../../src/server/content/preview/start-preview.ts";
import { Log } from "../../../src/server/log.ts";
import { send } from "../support/client.ts";
import { FIXTURE } from "../support/test-school.ts";
import { sharedWebApp } from "../support/web-app.ts";

let preview: Preview;
beforeAll(async () => {
  const seen = Promise.withResolvers<void>();
  preview = await startPreview({
    ...{ folder: FIXTURE, port: 0, webDir: sharedWebApp(), onOutcome: () => seen.resolve() },
    log: new Log("silent"),
  });
  await seen.promise;
});
afterAll(() => preview.close());

const PAGES = ["/tls/", "/tls/lessons/PM/PMB/paper", "/tls/preview.js", "/tls/preview-events"];

test.each([
  ...["evil.example", "127.0.0.1.evil.example", "localhost.evil.example:80", "[::2]:80"],
  ...["localhost", "127.0.0.1:80", "[::1]:1"],
])("the preview tells nothing to a page that calls it %j", async (host) => {
  for (const rawPath of PAGES) {
    const { status, text } = await send(preview.address, { rawPath, headers: { Host: host } });
    expect([rawPath, status, text.includes("token")]).toEqual([rawPath, 421, false]);
  }
});

test("the preview answers by the names of this machine", async () => {
  const { port } = new URL(preview.address);
  for (const name of ["127.0.0.1", "localhost", "[::1]"]) {
    const asking = { rawPath: "/tls/", headers: { Host: `${name}:${port}` } };
    const { status, text } = await send(preview.address, asking);
    expect([name, status, text.includes("token")]).toEqual([name, 200, true]);
  }
});
