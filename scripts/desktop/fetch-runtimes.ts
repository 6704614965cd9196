import { copyFileSync, mkdirSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { appConfig } from "./app-config.ts";
import { layOutConfig } from "./lay-out.ts";
import { runNeu } from "./neu.ts";
import { type Runtime, runtimesIn } from "./runtimes.ts";

/** Neutralino's archive of runtimes has them all; anything smaller is a page that says no. */
const MIN_BYTES = 100_000;

/** Lets neu put every runtime of the configured version into `bin/` of an app's folder. */
const neuUpdate = (app: string): void => void runNeu(app, ["update"], 5);

/**
 * Fetches the runtimes when the folder has none.
 * @param folder `neutralino/bin/`
 * @param update puts them into `bin/` of an app's folder, if it can
 * @returns those that lie there now
 */
export const fetchRuntimes = (folder: string, update = neuUpdate): Runtime[] => {
  const there = runtimesIn(folder);
  if (there.length > 0) return there;
  const scratch = mkdtempSync(path.join(tmpdir(), "learning-space-runtimes-"));
  try {
    console.log("· No runtime in neutralino/bin: fetching them with neu update …");
    layOutConfig(scratch, appConfig("hybrid", NO_SCHOOL));
    update(scratch);
    const fetched = path.join(scratch, "bin");
    for (const { file } of runtimesIn(fetched)) {
      if (statSync(path.join(fetched, file)).size < MIN_BYTES) continue;
      mkdirSync(folder, { recursive: true });
      copyFileSync(path.join(fetched, file), path.join(folder, file));
    }
    return runtimesIn(folder);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
};

/** Which runtimes there are does not depend on a school. */
const NO_SCHOOL = {
  fileServer: "http://127.0.0.1",
  organisation: { id: 0, name: "" },
  publicKey: null,
};

/** One sentence for whoever has no runtime and no network. */
export const runtimesMissing = (files: readonly string[], version: string): string =>
  `There is no Neutralino runtime in neutralino/bin and none could be fetched: put ${files.join(" or ")} there, out of neutralinojs-v${version}.zip from https://github.com/neutralinojs/neutralinojs/releases/tag/v${version}, and run the command again.`;
