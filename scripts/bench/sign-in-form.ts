import path from "node:path";
import { type MeasuredPage, type Request, readyTime } from "./browser.ts";

/**
 * Opens the sign-in form.
 * @returns the requests that it waited for: all that were sent before the last of them was
 * complete. Prefetching starts later.
 */
export const openForm = async (
  { page, requests }: MeasuredPage,
  school: string,
): Promise<Request[]> => {
  await page.goto(`${school}/tls/`);
  const ready = (await page.evaluate(() => performance.timeOrigin)) + (await readyTime(page));
  await page.waitForLoadState("networkidle");
  const last = Math.max(...requests.map(({ arrived }) => arrived).filter((time) => time <= ready));
  return requests.filter(({ sent }) => sent <= last);
};

export const sumBytes = (requests: readonly Request[]): number =>
  requests.reduce((total, { bytes }) => total + bytes, 0);

/** The names of the files with their bytes. */
export const listFiles = (requests: readonly Request[]): string =>
  requests.map(({ url, bytes }) => `${path.basename(new URL(url).pathname)} ${bytes}`).join(", ");
