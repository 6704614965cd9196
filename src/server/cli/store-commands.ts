import { Option } from "commander";
import type { Environment } from "../school/settings/environment.ts";
import { checkFiles } from "../store/check-files.ts";
import { DiskStore } from "../store/disk-store.ts";
import { openStore } from "../store/open-store.ts";
import type { StoreTarget } from "../store/split-store.ts";
import type { Store } from "../store/store.ts";
import { withDatabase } from "./command-context.ts";
import type { SchoolCommand } from "./school-command.ts";
import { CommandError, createProgress, megabytes } from "./terminal.ts";

/** Opens the store of the school's files for as long as the work takes; a bucket needs the database. */
export const withStore = async <Value>(
  environment: Environment,
  work: (store: Store) => Promise<Value>,
): Promise<Value> =>
  environment.store
    ? withDatabase(environment, async (database) => work(await openStore(environment, database)))
    : work(new DiskStore(environment));

const listed = (names: readonly string[]): string => names.map((name) => `\n  ${name}`).join("");

const checkStore = async (environment: Environment, options: { bytes: boolean }) => {
  const checked = await withDatabase(environment, async (database) =>
    checkFiles(database, await openStore(environment, database), options.bytes),
  );
  const { files, damaged } = checked;
  return {
    data: checked,
    text:
      damaged.length === 0
        ? `All ${files} files are whole.`
        : `Missing or damaged: ${damaged.length} of ${files} files:${listed(damaged)}\nImport the content again. What people have sent comes back with a backup.`,
    code: damaged.length === 0 ? 0 : 1,
  };
};

const migrateStore = async (environment: Environment, options: { to?: StoreTarget }) => {
  const { store: settings } = environment;
  if (!settings) {
    throw new CommandError(
      "Set STORE_URL, AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, also to move files to the disk.",
    );
  }
  const { to = "bucket" } = options;
  const { moveFiles } = await import("../store/move-files.ts");
  const { openStoreParts } = await import("../store/open-store-parts.ts");
  const moved = await withDatabase(environment, async (database) => {
    const parts = await openStoreParts(environment, settings, database);
    await parts.bucket.check();
    const tell = createProgress(console.error);
    return moveFiles(parts, database, to, ({ moved, bytes }) =>
      tell(`Moved ${moved} files, ${megabytes(bytes)} …`),
    );
  });
  const place = to === "bucket" ? `the bucket ${settings.bucket}` : "the disk";
  const next =
    to === "disk" && moved.damaged.length === 0
      ? "\nNow take STORE_URL out of the settings, and start the school again."
      : "";
  const isWhole = moved.damaged.length === 0;
  return {
    data: { to, ...moved },
    text: `Moved ${moved.moved} files, ${megabytes(moved.bytes)}, to ${place}.${next}`,
    ...(!isWhole && {
      note: `Damaged files stay where they are:${listed(moved.damaged)}`,
      code: 1,
    }),
  };
};

export const declareStore = (program: SchoolCommand): void => {
  const store = program
    .command("store")
    .description("Check and move the files of the content and those that people have sent.");
  store
    .command("check")
    .description("List files that are missing or damaged, on the disk or in the bucket.")
    .option(
      "--bytes",
      "also read all bytes of the bucket, instead of asking for size and tag",
      false,
    )
    .answer(checkStore);
  store
    .command("migrate")
    .description("Move all files to the bucket of STORE_URL, or back. The server may be running.")
    .addOption(new Option("--to <place>", "bucket or disk").choices(["bucket", "disk"]))
    .answer(migrateStore);
};
