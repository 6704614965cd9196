import { copyFileSync, mkdirSync, mkdtempDisposableSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { appConfig } from "./app-config.ts";
import { runNeu } from "./neu.ts";
import { type Runtime, runtimesIn } from "./runtimes.ts";
import { writeAppConfig } from "./write-app.ts";

/** Neutralino's archive of runtimes is larger; a smaller file is an error page. */
const MIN_BYTES = 100_000;

/** Lets neu fetch the runtimes of the configured version into `bin/` of an app's folder. */
const neuUpdate = (app: string): void => void runNeu(app, ["update"], 5);

/**
 * Fetches the runtimes if the folder has none.
 * @param folder `neutralino/bin/`
 * @param update fetches them into `bin/` of an app's folder, if possible
 * @returns the runtimes in the folder afterwards
 */
export const fetchRuntimes = (folder: string, update = neuUpdate): Runtime[] => {
  const there = runtimesIn(folder);
  if (there.length > 0) return there;
  using scratch = mkdtempDisposableSync(path.join(tmpdir(), "learning-space-runtimes-"));
  console.log("· No runtime in neutralino/bin: fetching them with neu update …");
  writeAppConfig(scratch.path, appConfig("hybrid", NO_SCHOOL));
  update(scratch.path);
  const fetched = path.join(scratch.path, "bin");
  for (const { file } of runtimesIn(fetched)) {
    if (statSync(path.join(fetched, file)).size < MIN_BYTES) continue;
    mkdirSync(folder, { recursive: true });
    copyFileSync(path.join(fetched, file), path.join(folder, file));
  }
  return runtimesIn(folder);
};

/** Any school will do, as the runtimes do not depend on it. */
const NO_SCHOOL = {
  fileServer: "http://127.0.0.1",
  organisation: { id: 0, name: "" },
  storeOrigin: null,
  publicKey: null,
};

/** The message for a person who has neither a runtime nor a network. */
export const runtimesMissing = (files: readonly string[], version: string): string =>
  `There is no Neutralino runtime in neutralino/bin and none could be fetched: put ${files.join(" or ")} there, out of neutralinojs-v${version}.zip from https://github.com/neutralinojs/neutralinojs/releases/tag/v${version}, and run the command again.`;
