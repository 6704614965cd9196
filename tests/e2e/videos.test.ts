import { expect } from "playwright/test";
import { goTo, PIVOT, player, ready, speed, TEXTS, TICKET, video } from "./film.ts";
import { admin, test } from "./school.ts";
import { signIn } from "./steps.ts";

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
  });

  await test.step("a video streams with captions, and resumes at its position and speed", async () => {
    const pieces: (string | undefined)[] = [];
    page.on("request", (request) => {
      if (request.url().includes("ticket=")) pieces.push(request.headers().range);
    });
    await page.reload();
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
});
