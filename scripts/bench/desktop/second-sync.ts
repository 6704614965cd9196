import { setTimeout as pause } from "node:timers/promises";
import { findIndexFile } from "../../desktop/find-index-file.ts";
import { median } from "../median.ts";
import { openApp, type RunningApp } from "./app.ts";
import { listFiles } from "./curl.ts";
import { type FilledSchool, fillSchool } from "./filled-school.ts";
import { firstLesson, timeLesson } from "./first-lesson.ts";
import type { PageNotes } from "./page-notes.ts";
import { type ServedSchool, serveSchool } from "./serve-school.ts";
import { signInOnce } from "./signed-in-home.ts";
import { waitForSync } from "./synced.ts";

const FILES = 5000;
const FILE_BYTES = 2000;
const CHANGED = 10;
const RUNS = 3;
const REFRESHED_MS = 4000;
const LIMIT_MS = 300_000;

export interface SecondSync {
  /** Milliseconds from the first request for a file's size to the school's answer 304. */
  checkMs: number;
  /** Number of requests of the sync when nothing has changed, and how many are answered with 304. */
  requests: number;
  unchanged: number;
  /** Number of files downloaded after the author has changed ten. */
  fetched: number;
  /** Milliseconds from the app's start to the text of the first lesson, without a network. */
  firstLessonMs: number;
}

const SYNC = /\/(menu\/checksum|menu\/usercontent|files\/\w+)$/;

const askedBySync = (school: ServedSchool) =>
  school.answered().filter(({ method, path }) => method !== "OPTIONS" && SYNC.test(path));

const checkTime = ({ calls, sizes }: PageNotes): number => {
  const checksum = calls.find(({ url }) => url.includes("/menu/checksum"));
  if (sizes.answered < FILES || !checksum) return Number.NaN;
  return Math.max(sizes.last, checksum.to) - Math.min(sizes.first, checksum.from);
};

/** Starts the app again when nothing has changed. */
const startAgain = async (school: ServedSchool, home: string) => {
  school.answered();
  const app = await openApp(school.address, home);
  try {
    await app.until(() => {
      const { notes } = window as unknown as { notes: PageNotes };
      return notes.calls.some(({ url, to }) => url.includes("/menu/checksum") && to > 0);
    });
    const checkMs = checkTime(await app.notes());
    // The school writes its log a moment after its answer.
    const asked: ReturnType<typeof askedBySync> = [];
    for (let look = 0; look < 20 && asked.length === 0; look += 1) {
      await pause(100);
      asked.push(...askedBySync(school));
    }
    return {
      checkMs,
      requests: asked.length,
      unchanged: asked.filter(({ status }) => status === 304).length,
    };
  } finally {
    await app.close();
  }
};

/** Asks for changes, as replaced pictures are otherwise only found within an hour. */
const askForChanges = async (app: RunningApp): Promise<void> => {
  await app.until(() => {
    const button = Array.from(document.querySelectorAll("main button")).find(
      ({ textContent }) => textContent === "Check for changes",
    );
    if (button instanceof HTMLElement) button.click();
    else if (document.querySelector("main h1") && !location.pathname.endsWith("/this-machine")) {
      history.pushState(null, "", "/tls/this-machine");
    }
    return button !== undefined;
  });
};

const fetchedAfterChange = async (
  data: FilledSchool,
  school: ServedSchool,
  home: string,
  files: number,
): Promise<number> => {
  await data.change(CHANGED);
  // The school checks for new content every two seconds.
  await pause(REFRESHED_MS);
  const app = await openApp(school.address, home);
  try {
    await askForChanges(app);
    const isAsking = () => {
      const { notes } = window as unknown as { notes: PageNotes };
      return notes.calls.some(({ url }) => url.includes("/files/read"));
    };
    const begun = await app.until(isAsking).then(
      () => true,
      () => false,
    );
    // If the sync does not find the change, the result is 0 and the measurement continues.
    if (!begun) return 0;
    await waitForSync(app.dataFolder, files, LIMIT_MS);
    return askedBySync(school).filter(({ path }) => path.endsWith("/files/read")).length;
  } finally {
    await app.close();
  }
};

/** Measures a start with 5,000 files on the machine. */
export const measureSecondSync = async (folder: string): Promise<SecondSync> => {
  const data = await fillSchool({ folder, files: FILES, bytes: FILE_BYTES });
  const school = await serveSchool(data.dataDir, null);
  try {
    const home = await signInOnce(school.address, data);
    const { distinct } = await listFiles(school.address);
    const place = home.copy();
    const first = await openApp(school.address, place);
    await waitForSync(first.dataFolder, distinct, LIMIT_MS);
    await first.close();

    const starts = [];
    for (let run = 0; run < RUNS; run += 1) starts.push(await startAgain(school, place));
    console.log(
      `  5,000 files, nothing changed: ${starts.map((one) => JSON.stringify(one)).join(" ")}`,
    );
    const fetched = await fetchedAfterChange(data, school, place, distinct);
    const { address } = school;
    await school.stop();
    const lesson = firstLesson(findIndexFile(first.dataFolder, "content.json") ?? "");
    const lessons: number[] = [];
    for (let run = 0; run < RUNS; run += 1) {
      lessons.push(await timeLesson(address, place, lesson));
    }
    home.remove();
    return {
      checkMs: median(starts.map(({ checkMs }) => checkMs)),
      requests: median(starts.map(({ requests }) => requests)),
      unchanged: median(starts.map(({ unchanged }) => unchanged)),
      fetched,
      firstLessonMs: median(lessons),
    };
  } finally {
    await school.stop();
    data.remove();
  }
};
