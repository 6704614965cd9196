import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import S3rver from "s3rver";
import { openApi } from "../school/school-api.ts";
import { startSchool } from "../school/start-school.ts";
import { median } from "./median.ts";
import { processorTime } from "./process-use.ts";
import { putLoad } from "./put-load.ts";
import type { Figures } from "./report.ts";

const ROUNDS = 5;
const FILM = "product=PM&title=dart-turning.webm";

/** What a browser says when a page of the school shows a film. */
const OF_PAGE = { "sec-fetch-site": "same-origin", "sec-fetch-dest": "video" };

/** A built page that lets films come from the store. The app's own code is not needed here. */
const pageFor = (origin: string): string =>
  `<!doctype html><meta content="default-src 'none'; media-src 'self' ${origin}">`;

/**
 * Measures the processor time that the school's server takes to send somebody to the store for a film:
 * the ticket, the file rule, and the signed address.
 */
export const measureStore = async (): Promise<Figures> => {
  const folder = await mkdtemp(path.join(tmpdir(), "store-"));
  const store = new S3rver({
    address: "127.0.0.1",
    port: 0,
    silent: true,
    directory: path.join(folder, "bucket"),
    configureBuckets: [{ name: "school", configs: [] }],
  });
  const { port } = await store.run();
  const origin = `http://127.0.0.1:${port}`;
  await writeFile(path.join(folder, "index.html"), pageFor(origin));
  const school = await startSchool({
    settings: {
      STORE_URL: `s3://school?endpoint=${origin}&region=eu-central-1`,
      AWS_ACCESS_KEY_ID: "S3RVER",
      AWS_SECRET_ACCESS_KEY: "S3RVER",
      WEB_DIR: folder,
    },
  });
  try {
    const api = await openApi(school.url, "admin");
    const headers = { authorization: `Bearer ${api.token}` };
    const answer = await fetch(`${school.url}/api/assets/ticket?${FILM}`, { headers });
    const { ticket } = (await answer.json()) as { ticket: string };
    const load = {
      url: `${school.url}/api/assets/fetchData?${FILM}&ticket=${ticket}`,
      headers: OF_PAGE,
      status: 307,
    };
    const costs: number[] = [];
    for (let round = 0; round <= ROUNDS; round += 1) {
      const before = processorTime(school.pid);
      const { requests } = await putLoad(load);
      // The first round is a warm-up.
      if (round > 0) costs.push((processorTime(school.pid) - before) / requests);
    }
    console.log(`  ms for a redirect: ${costs.map((cost) => cost.toFixed(3)).join(", ")}`);
    return { "a file through the store's redirect, processor time": median(costs) };
  } finally {
    await school.stop({ keepData: false });
    await store.close();
    await rm(folder, { recursive: true });
  }
};
