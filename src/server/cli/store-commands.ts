import type { Environment } from "../school/settings/environment.ts";
import { checkFiles } from "../store/check-files.ts";
import { openStore } from "../store/open-store.ts";
import type { StoreTarget } from "../store/placed-store.ts";
import { CommandError } from "./errors.ts";
import { type JsonOption, printResult } from "./print-result.ts";
import { withDatabase } from "./with-database.ts";

const PROGRESS_MS = 5000;

const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(1);

const listed = (names: readonly string[]): string => names.map((name) => `\n  ${name}`).join("");

/** Lists files that the school names and that are missing or damaged. */
export const checkStore = async (
  options: JsonOption & { bytes: boolean },
  environment: Environment,
): Promise<number> => {
  const checked = await withDatabase(environment, async (database) =>
    checkFiles(database, await openStore(environment, database), options.bytes),
  );
  const { files, damaged } = checked;
  printResult(
    options,
    checked,
    damaged.length === 0
      ? `All ${files} files are whole.`
      : `Missing or damaged: ${damaged.length} of ${files} files:${listed(damaged)}\nImport the content again. What people have sent comes back with a backup.`,
  );
  return damaged.length === 0 ? 0 : 1;
};

/** Prints the progress to standard error every few seconds. */
const progress = () => {
  let next = Date.now() + PROGRESS_MS;
  return ({ moved, bytes }: { moved: number; bytes: number }) => {
    if (Date.now() < next) return;
    next = Date.now() + PROGRESS_MS;
    console.error(`Moved ${moved} files, ${megabytes(bytes)} MB …`);
  };
};

/** Moves the school's files to the bucket, or to the disk. */
export const migrateStore = async (
  options: JsonOption & { to?: StoreTarget },
  environment: Environment,
): Promise<number> => {
  const { store: settings } = environment;
  if (!settings) {
    throw new CommandError(
      "Set STORE_URL, AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, also to move files to the disk.",
    );
  }
  const { to = "bucket" } = options;
  const { moveFiles } = await import("../store/move-files.ts");
  const { openPlaces } = await import("../store/open-places.ts");
  const moved = await withDatabase(environment, async (database) => {
    const places = await openPlaces(environment, settings, database);
    await places.bucket.check();
    return moveFiles(places, database, to, progress());
  });
  const place = to === "bucket" ? `the bucket ${settings.bucket}` : "the disk";
  const next =
    to === "disk" && moved.damaged.length === 0
      ? "\nNow take STORE_URL out of the settings, and start the school again."
      : "";
  printResult(
    options,
    { to, ...moved },
    `Moved ${moved.moved} files, ${megabytes(moved.bytes)} MB, to ${place}.${next}`,
  );
  if (moved.damaged.length > 0) {
    console.error(`Damaged files stay where they are:${listed(moved.damaged)}`);
  }
  return moved.damaged.length === 0 ? 0 : 1;
};
