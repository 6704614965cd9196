import { setTimeout as pause } from "node:timers/promises";
import { openApi, type SchoolApi } from "../../school/start-school.ts";
import { LARGE_PRODUCT, writeLargeSchool } from "../large-school.ts";
import { startSecureSchool } from "../prepared-school.ts";
import type { Figures } from "../report.ts";
import { timeOf } from "../stopwatch.ts";

const LANGUAGES = ["de", "en", "he", "fr"];
const PATH = `${LARGE_PRODUCT}/lessons/lesson-3-3-3.md`;
const RUNS = 3;
const ASK_MS = 50;

interface Job {
  readonly state: string;
  readonly ended: unknown;
  readonly problem: unknown;
}

/**
 * Waits until a job is done.
 * @param onLook called each time before the school is asked
 * @throws an Error if it has ended otherwise
 */
export const untilDone = async ({ get }: SchoolApi, id: number, onLook = () => {}) => {
  for (;;) {
    onLook();
    const { job } = await get<{ job: Job }>(`/staff/jobs/${id}`);
    if (job.state === "done") return;
    if (job.ended !== null) throw new Error(`The job has ended as ${job.state}: ${job.problem}`);
    await pause(ASK_MS);
  }
};

interface Content {
  readonly draft: { readonly version: number };
  readonly versions: readonly { readonly id: number }[];
}

/**
 * Measures how long one waits for the check and the publishing of one changed lesson, of 2,000 in four languages, from
 * the order to the end of the job. The first change, for which all lessons are read, is not counted.
 */
export const measureChange = async (): Promise<Figures> => {
  using folder = writeLargeSchool(undefined, LANGUAGES);
  await using school = await startSecureSchool({
    folder: folder.path,
    settings: { WRITES_PER_MINUTE: "0" },
  });
  const api = await openApi(school.url, "admin");
  /** @returns seconds from the order to the end */
  const work = async (path: string, order: object): Promise<number> => {
    const ordered = async () =>
      untilDone(api, (await api.send<{ job: number }>("POST", path, order)).job);
    return (await timeOf(ordered)) / 1000;
  };
  const checks: number[] = [];
  const publishes: number[] = [];
  for (let run = 0; run <= RUNS; run += 1) {
    const query = `path=${encodeURIComponent(PATH)}`;
    const { text, checksum } = await api.get<Record<"text" | "checksum", string>>(
      `/staff/texts/text?${query}`,
    );
    const changed = { path: PATH, text: `${text}\nOnce more, ${run}.\n`, replaces: checksum };
    await api.send("PUT", "/staff/texts/text", changed);
    const { draft, versions } = await api.get<Content>("/staff/content");
    const { version } = draft;
    const checked = await work("/staff/content/draft/check", { version });
    const published = versions[0]?.id ?? null;
    const publishedIn = await work("/staff/content/draft/publish", { version, published });
    if (run === 0) continue;
    checks.push(checked);
    publishes.push(publishedIn);
  }
  const [check, publish] = [Math.max(...checks), Math.max(...publishes)];
  console.log(
    `    one of 2,000 lessons in ${LANGUAGES.length} languages changed: checked in ${check.toFixed(1)} s, published in ${publish.toFixed(1)} s`,
  );
  return {
    "one of 2,000 lessons changed: checked, s": check,
    "one of 2,000 lessons changed: published, s": publish,
  };
};
