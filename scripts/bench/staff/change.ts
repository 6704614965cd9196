import { openApi } from "../../school/start-school.ts";
import { LARGE_PRODUCT, writeLargeSchool } from "../large-school.ts";
import { startSecureSchool } from "../prepared-school.ts";
import type { Figures } from "../report.ts";

const LANGUAGES = ["de", "en", "he", "fr"];
const PATH = `${LARGE_PRODUCT}/lessons/lesson-3-3-3.md`;
const RUNS = 3;
const ASK_MS = 50;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

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
  const { token } = await openApi(school.url, "admin");
  const call = async (method: string, path: string, json?: object) => {
    const answer = await fetch(`${school.url}/api${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      ...(json && { body: JSON.stringify(json) }),
    });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return answer.json();
  };
  /** @returns seconds from the order to the end */
  const work = async (path: string, order: object): Promise<number> => {
    const began = performance.now();
    const { job } = await call("POST", path, order);
    for (;;) {
      const { job: now } = await call("GET", `/staff/jobs/${job}`);
      if (now.state === "done") return (performance.now() - began) / 1000;
      if (now.ended !== null) throw new Error(`The job has ended as ${now.state}: ${now.problem}`);
      await pause(ASK_MS);
    }
  };
  const checks: number[] = [];
  const publishes: number[] = [];
  for (let run = 0; run <= RUNS; run += 1) {
    const query = `path=${encodeURIComponent(PATH)}`;
    const { text, checksum } = await call("GET", `/staff/texts/text?${query}`);
    const changed = { path: PATH, text: `${text}\nOnce more, ${run}.\n`, replaces: checksum };
    await call("PUT", "/staff/texts/text", changed);
    const { draft, versions } = await call("GET", "/staff/content");
    const { version } = draft;
    const checked = await work("/staff/content/draft/check", { version });
    const published = versions[0]?.id ?? null;
    const order = { version, published };
    const publishedIn = await work("/staff/content/draft/publish", order);
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
