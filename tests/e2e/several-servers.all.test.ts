import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, type Page } from "playwright/test";
import { type RunningSchool, startSchool } from "../../scripts/school/start-school.ts";
import { FIXTURE } from "../server/support/fixture-folder.ts";
import { startPostgres } from "../server/support/postgres-cluster.ts";
import { S3Server } from "../server/support/s3-server.ts";
import { Balancer } from "../support/balancer.ts";
import { chooseFiles, item, photo } from "./hand-ins.ts";
import {
  fillInAtProvider,
  OPENID_BUTTON,
  openIdSettings,
  startProviderOfRosa,
} from "./openid-school.ts";
import { test as schoolTest } from "./school.ts";
import { choose, heading } from "./steps.ts";

interface LargeSchool {
  /** Two servers behind a balancer; null where there is no PostgreSQL. */
  large: { address: string; balancer: Balancer; servers: RunningSchool[] } | null;
  /** The address of a page on another site that shows the school. */
  site: string;
}

/** The small school's course, and its first assignment. */
const COURSE = 11;
const TASK = { id: 108, title: "Your own block" };
const HAND_IN = /\/api\/user\/assignments$/;

/** A school on PostgreSQL and an S3-compatible store, with accounts of a provider and two servers. */
const test = schoolTest.extend<LargeSchool>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern
  site: async ({}, use) => {
    const site = createServer((request, response) => {
      const school = new URL(request.url ?? "", "http://localhost").searchParams.get("school");
      response.setHeader("Content-Type", "text/html");
      response.end(
        `<!doctype html><html lang="en"><title>Tailors</title><h1>Tailors</h1><script src="${school}/tls/embed.js" async></script><learning-space></learning-space>`,
      );
    });
    await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
    await use(`http://localhost:${(site.address() as AddressInfo).port}`);
    site.close();
  },
  large: async ({ site, context }, use) => {
    const cluster = await startPostgres();
    if (!cluster) return use(null);
    const s3 = await S3Server.start();
    const provider = await startProviderOfRosa();
    // The provider's pages ask for a font of another site.
    await context.route(/fonts\.googleapis/, (route) => route.fulfill({ body: "" }));
    const balancer = new Balancer();
    const address = await balancer.start();
    await provider.serve(address);
    const settings = {
      ...s3.of("school/").variables,
      DATABASE_URL: await cluster.createDatabase(),
      PUBLIC_URL: address,
      TRUSTED_PROXIES: "1",
      ALLOWED_ORIGINS: site,
      ...openIdSettings(provider),
    };
    // The first one imports the content. Their folders are their own: all files are in the store.
    const servers = [await startSchool({ settings, folder: FIXTURE })];
    servers.push(await startSchool({ settings, folder: FIXTURE }));
    for (const { url } of servers) balancer.add(url);
    await use({ address, balancer, servers });
    await balancer.stop();
    for (const server of servers) await server.stop({ keepData: false });
    await provider.close();
    await s3.stop();
    await cluster.stop();
  },
});

/** Kills the server that has got half of the next hand-in; resolves to its address. */
const killAtHandIn = (balancer: Balancer, servers: readonly RunningSchool[]): Promise<string> =>
  new Promise((resolve) => {
    balancer.atHalf = ({ method, url, server }) => {
      if (method !== "POST" || !HAND_IN.test(url)) return;
      balancer.atHalf = () => {};
      const pid = servers.find((each) => each.url === server)?.pid;
      if (pid) process.kill(pid, "SIGKILL");
      resolve(server);
    };
  });

/** Completes the lessons before the assignment as the person in the frame. */
const study = async (page: Page, address: string): Promise<void> => {
  const frame = page.frames().find((each) => each.url().startsWith(address));
  const token = await frame?.evaluate(
    () => JSON.parse(localStorage.getItem("session.v1") ?? "{}").token,
  );
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const progress = `${address}/api/user/progress`;
  for (;;) {
    const next = await (await fetch(`${progress}/nextLesson/${COURSE}`, { headers })).json();
    const [{ id, package_id }] = next;
    if (id === TASK.id) return;
    const body = JSON.stringify({ package_id });
    const answer = await fetch(`${progress}/${id}/complete`, { method: "PUT", headers, body });
    expect(answer.status).toBe(200);
  }
};

test("completes a hand-in when one of two servers is killed", async ({ page, large, site }) => {
  test.skip(large === null, "PostgreSQL is not installed here");
  if (!large) return;
  const { address, balancer, servers } = large;
  await page.goto(`${site}/?school=${address}`);
  const frame = page.frameLocator("learning-space iframe");

  await test.step("a student signs in at the provider, in a page of the school's own site", async () => {
    const opened = page.waitForEvent("popup");
    await frame.getByRole("button", { name: OPENID_BUTTON }).click();
    const form = await opened;
    const closed = form.waitForEvent("close");
    await fillInAtProvider(form, "rosa");
    await closed;
    await expect(heading(frame)).toHaveText("Profile");
  });

  await test.step("a server that is killed with half of the hand-in leaves it to the other one", async () => {
    await study(page, address);
    const killed = killAtHandIn(balancer, servers);
    await choose(frame, "Courses", "Pattern making basics");
    await choose(frame, "Progress", "Assignments");
    const practice = item(frame, TASK.title);
    const drawing = practice.locator("img").first();
    await expect
      .poll(() => drawing.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0);
    await chooseFiles(practice, await photo(page, "skirt.jpg", 1024 * 1024));
    await practice.getByRole("textbox", { name: "Comment" }).fill("Before the cut");
    await practice.getByRole("button", { name: "Upload" }).click();
    expect(servers.map(({ url }) => url)).toContain(await killed);
    await expect(practice.getByText("Handed in.")).toBeVisible();
    await expect(practice.getByRole("alert")).toHaveCount(0);
  });

  await test.step("the student is still signed in, and the hand-in is there once", async () => {
    await page.reload();
    await choose(frame, "Progress", "Assignments");
    await expect(item(frame, TASK.title).getByText("skirt.jpg")).toHaveCount(1);
  });
});
