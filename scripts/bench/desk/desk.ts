import { openDatabase } from "../../../src/server/db/open-database.ts";
import { startPostgres } from "../../../tests/server/support/postgres-cluster.ts";
import { openApi } from "../../school/start-school.ts";
import { importDemoSchool, startSecureSchool } from "../prepared-school.ts";
import type { Figures } from "../report.ts";
import { type DeskClient, getJson, measureCalls } from "./desk-calls.ts";
import { measureScreens } from "./desk-screens.ts";
import { fillDesk, makePhoto, putPhotos } from "./fill-desk.ts";
import { measureMarking } from "./marked-copy.ts";
import { measureMessages } from "./messages.ts";
import { measurePen } from "./pen.ts";

/** Photos of 12 megapixels that are drawn on, and those of the screens. */
const MARKED = 4;
const SHOWN = 4;

/** Fills a school, and starts its server. */
const openFilledSchool = async (databaseUrl: string | null) => {
  const settings: Record<string, string> = databaseUrl ? { DATABASE_URL: databaseUrl } : {};
  await using opened = new AsyncDisposableStack();
  const { path: dataDir } = opened.use(await importDemoSchool(settings));
  const database = await openDatabase(dataDir, databaseUrl);
  opened.defer(() => database.close());
  const filled = await fillDesk(database);
  const school = opened.use(await startSecureSchool({ dataDir, settings }));
  const client = async (name: string): Promise<DeskClient> => ({
    url: school.url,
    token: (await openApi(school.url, name)).token,
  });
  const tutor = await client("tutor");
  const all = opened.move();
  return {
    ...{ database, dataDir, filled, tutor, pid: school.pid },
    manager: await client("admin"),
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  };
};

type FilledSchool = Awaited<ReturnType<typeof openFilledSchool>>;

const measureDatabase = async (
  { database, filled, tutor, manager }: FilledSchool,
  name: string,
): Promise<Figures> => ({
  ...(await measureCalls(tutor, filled.course, name)),
  ...(await measureMessages(manager, database, filled, name)),
});

const measurePostgres = async (): Promise<Figures> => {
  const cluster = await startPostgres({ isDurable: true });
  if (!cluster) {
    console.log("  PostgreSQL is not installed, or cannot be run here");
    return {};
  }
  try {
    await using school = await openFilledSchool(await cluster.createDatabase());
    return await measureDatabase(school, "PostgreSQL");
  } finally {
    await cluster.stop();
  }
};

const handInIds = async (tutor: DeskClient): Promise<number[]> => {
  const { entries } = await getJson<{ entries: { id: number }[] }>(
    tutor,
    "/desk/queue?kind=hand-in",
  );
  return entries.map(({ id }) => id);
};

/**
 * Measures the tutors' desk of a school with 2,000 students, 500 hand-ins and 200 messages that wait,
 * and 10,000 hand-ins that are answered.
 */
export const measure = async (): Promise<Figures> => {
  await using school = await openFilledSchool(null);
  const { database, dataDir, tutor, pid } = school;
  const waiting = await handInIds(tutor);
  await putPhotos(dataDir, database, waiting.slice(0, SHOWN), await makePhoto(1600, 1200));
  const marked = waiting.slice(-MARKED);
  await putPhotos(dataDir, database, marked, await makePhoto(4000, 3000));
  return {
    ...(await measureMarking(tutor, pid, marked)),
    ...(await measureDatabase(school, "SQLite")),
    ...(await measureScreens(tutor)),
    ...(await measurePen(tutor)),
    ...(await measurePostgres()),
  };
};
