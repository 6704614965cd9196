import { onPostgres, openFilledSchool } from "../prepared-school.ts";
import type { Figures } from "../report.ts";
import { handInIds, measureCalls } from "./desk-calls.ts";
import { measureScreens } from "./desk-screens.ts";
import { fillDesk, makePhoto, putPhotos } from "./fill-desk.ts";
import { measureMarking } from "./marked-copy.ts";
import { measureMessages } from "./messages.ts";
import { measurePen } from "./pen.ts";

/** Photos of 12 megapixels that are drawn on, and those of the screens. */
const MARKED = 4;
const SHOWN = 4;

const openDesk = (databaseUrl: string | null) => openFilledSchool(databaseUrl, fillDesk);

const measureDatabase = async (
  { database, filled, signIn }: Awaited<ReturnType<typeof openDesk>>,
  name: string,
): Promise<Figures> => ({
  ...(await measureCalls(await signIn("tutor"), filled.course, name)),
  ...(await measureMessages(await signIn("admin"), database, filled, name)),
});

const measurePostgres = async (databaseUrl: string): Promise<Figures> => {
  await using school = await openDesk(databaseUrl);
  return await measureDatabase(school, "PostgreSQL");
};

/**
 * Measures the tutors' desk of a school with 2,000 students, 500 hand-ins and 200 messages that wait,
 * and 10,000 hand-ins that are answered.
 */
export const measure = async (): Promise<Figures> => {
  await using school = await openDesk(null);
  const { database, dataDir, pid } = school;
  const tutor = await school.signIn("tutor");
  const waiting = await handInIds(tutor);
  await putPhotos(dataDir, database, waiting.slice(0, SHOWN), await makePhoto(1600, 1200));
  const marked = waiting.slice(-MARKED);
  await putPhotos(dataDir, database, marked, await makePhoto(4000, 3000));
  return {
    ...(await measureMarking(tutor, pid, marked)),
    ...(await measureDatabase(school, "SQLite")),
    ...(await measureScreens(tutor)),
    ...(await measurePen(tutor)),
    ...(await onPostgres(measurePostgres)),
  };
};
