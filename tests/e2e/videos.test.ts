import { expect } from "playwright/test";
import { holdBack } from "./answers.ts";
import { goTo, PIVOT, player, ready, speed, TEXTS, TICKET, video, withFilm } from "./film.ts";
import { admin, test } from "./school.ts";
import { lessonAddress, openInside, PAPER, signIn } from "./steps.ts";

test("a video is watched, on good and bad lines", async ({ page }) => {
  await test.step("a video or captions that cannot be fetched show an error, and can be tried again", async () => {
    await page.route(TICKET, (route) => route.abort("internetdisconnected"));
    await page.route(TEXTS, (route) => route.abort("internetdisconnected"));
    await signIn(page, admin, PIVOT);
    const missing = page.getByRole("alert").filter({ hasText: "The video could not be fetched." });
    await expect(missing).toBeVisible();
    await expect(page.getByText("The captions could not be fetched.")).toBeVisible();
    await page.unroute(TICKET);
    await page.unroute(TEXTS);
    const again = page.getByRole("figure").getByRole("button", { name: "Try again" });
    await again.first().click();
    await ready(page);
    await again.click();
    await expect.poll(async () => (await player(page)).captions.length).toBe(1);
    await expect(page.getByText("The captions could not be fetched.")).toHaveCount(0);

    await withFilm(page, PAPER);
    await page.route(TICKET, (route) =>
      route.fulfill({ status: 404, json: { code: "asset/not_found" } }),
    );
    await openInside(page, lessonAddress(PAPER));
    await expect(page.getByRole("alert")).toHaveText("The school does not have this video.");
    await page.unroute(TICKET);
  });

  await test.step("a video streams with captions, and resumes at its position and speed", async () => {
    const pieces: (string | undefined)[] = [];
    page.on("request", (request) => {
      if (request.url().includes("ticket=")) pieces.push(request.headers().range);
    });
    await openInside(page, PIVOT);
    await ready(page);
    expect(pieces.length).toBeGreaterThan(0);
    expect(pieces.every((range) => range?.startsWith("bytes="))).toBe(true);
    await expect
      .poll(async () => (await player(page)).captions)
      .toEqual([{ mode: "showing", language: "en", text: expect.stringContaining("The front.") }]);
    await expect(page.getByRole("button", { name: "Write captions" })).toBeVisible();
    await speed(page).selectOption("1.5");
    await goTo(page, 6);
    await expect.poll(async () => (await player(page)).time).toBe(6);
    await video(page).evaluate((element: HTMLVideoElement) => {
      for (const track of element.textTracks) track.mode = "disabled";
    });
    await expect
      .poll(() => page.evaluate(() => Object.values(localStorage).join()))
      .toContain('"captions":false');

    await page.getByRole("link", { name: "Next lesson" }).click();
    await expect(video(page)).toHaveCount(0);
    await page.goBack();
    await ready(page);
    await expect.poll(() => player(page)).toMatchObject({ time: 6, speed: 1.5 });
    await expect(speed(page)).toHaveValue("1.5");
    await expect.poll(async () => (await player(page)).captions[0]?.mode).toBe("disabled");
  });

  await test.step("a video that was watched to its end starts from the beginning", async () => {
    await goTo(page, 13.8);
    await expect.poll(async () => (await player(page)).time).toBeCloseTo(13.8, 1);
    await page.reload();
    await ready(page);
    expect((await player(page)).time).toBe(0);
  });

  await test.step("an expired ticket is replaced, and the video continues at its position", async () => {
    await goTo(page, 5);
    await expect.poll(async () => (await player(page)).time).toBe(5);
    // The event of a player whose address is refused by the school.
    await video(page).evaluate((element: HTMLVideoElement) => {
      element.dispatchEvent(new Event("error"));
    });
    await expect.poll(async () => (await player(page)).time).toBe(5);
    await expect(page.getByRole("alert")).toHaveCount(0);
  });

  await test.step("at a school without tickets the video is fetched whole on request, and this can be cancelled", async () => {
    await page.route(TICKET, (route) => route.fulfill({ status: 404, json: {} }));
    const release = await holdBack(page, /fetchData\?product=PM&title=dart-turning\.webm/);
    await page.reload();
    const fetchIt = page.getByRole("button", {
      name: /^Play the video: A film of the front.* MB\)$/,
    });
    await fetchIt.click();
    await expect(page.getByRole("progressbar", { name: "Fetching the video" })).toBeVisible();
    await page.getByRole("button", { name: "Cancel" }).click();
    await expect(fetchIt).toBeVisible();
    await release();
    await fetchIt.click();
    await ready(page);
    expect(await video(page).getAttribute("src")).toMatch(/^blob:/);
  });
});
