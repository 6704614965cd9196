import { findIndexFile } from "../../desktop/find-index-file.ts";
import { median } from "../median.ts";
import { openApp } from "./app.ts";
import { fillSchool } from "./filled-school.ts";
import { firstLesson, timeLesson } from "./first-lesson.ts";
import { countFiles } from "./list-files.ts";
import type { PageNotes } from "./page-notes.ts";
import { serveSchool } from "./serve-school.ts";
import { signInOnce } from "./signed-in-home.ts";
import { waitForSync } from "./synced.ts";

const FILES = 5000;
const FILE_BYTES = 2000;
const RUNS = 3;
const LIMIT_MS = 300_000;

export interface SecondSync {
  /** Milliseconds from the first request for a file's size to the school's answer 304. */
  checkMs: number;
  /** Milliseconds from the app's start to the text of the first lesson, without a network. */
  firstLessonMs: number;
}

const checkTime = ({ calls, sizes }: PageNotes): number => {
  const checksum = calls.find(({ url }) => url.includes("/menu/checksum"));
  if (sizes.answered < FILES || !checksum) return Number.NaN;
  return Math.max(sizes.last, checksum.to) - Math.min(sizes.first, checksum.from);
};

/** Starts the app again when nothing has changed. @returns how long its check takes */
const startAgain = async (school: string, home: string): Promise<number> => {
  const app = await openApp(school, home);
  try {
    await app.until(() => {
      const { notes } = window as unknown as { notes: PageNotes };
      return notes.calls.some(({ url, to }) => url.includes("/menu/checksum") && to > 0);
    });
    return checkTime(await app.notes());
  } finally {
    await app.close();
  }
};

/** Measures a start with 5,000 files on the machine. */
export const measureSecondSync = async (folder: string): Promise<SecondSync> => {
  const data = await fillSchool({ folder, files: FILES, bytes: FILE_BYTES });
  const school = await serveSchool(data.dataDir);
  try {
    const home = await signInOnce(school.address, data);
    const distinct = await countFiles(school.address);
    const place = home.copy();
    const first = await openApp(school.address, place);
    await waitForSync(first.dataFolder, distinct, LIMIT_MS);
    await first.close();

    const { address } = school;
    const checks: number[] = [];
    for (let run = 0; run < RUNS; run += 1) checks.push(await startAgain(address, place));
    await school.stop();
    const lesson = firstLesson(findIndexFile(first.dataFolder, "content.json") ?? "");
    const lessons: number[] = [];
    for (let run = 0; run < RUNS; run += 1) {
      lessons.push(await timeLesson(address, place, lesson));
    }
    home.remove();
    return {
      checkMs: median(checks),
      firstLessonMs: median(lessons),
    };
  } finally {
    await school.stop();
    data.remove();
  }
};
