import { stat } from "node:fs/promises";
import path from "node:path";
import {
  type Preview,
  type PreviewOutcome,
  startPreview,
} from "../content/preview/start-preview.ts";
import { Log } from "../log.ts";
import { runUntilSignal } from "../run-until-signal.ts";
import { startupError } from "../startup-error.ts";
import { describeErrors, describeWarnings } from "./describe-problems.ts";
import { CommandError } from "./terminal.ts";

const WEB_DIR = path.join(import.meta.dirname, "../../../dist/online");

/** Differs from the port of a school, so that both can run. */
export const PREVIEW_PORT = 8090;

const describe = ({ problems, warnings }: PreviewOutcome): string =>
  [
    ...describeWarnings(warnings),
    ...(problems.length > 0 ? describeErrors(problems) : ["The page shows what is saved."]),
  ].join("\n");

const isFolder = async (place: string): Promise<boolean> =>
  (await stat(place).catch(() => null))?.isDirectory() ?? false;

/** Prints what came of a change, unless it is the same as before. */
const printer = () => {
  let last = "";
  return (outcome: PreviewOutcome) => {
    const text = describe(outcome);
    if (text !== last) console.log(text);
    last = text;
  };
};

/**
 * Shows an author's folder in the browser, as a student sees it, until a signal ends it. Uses no school's
 * database.
 */
export const previewContent = async (folder: string, { port }: { port: number }): Promise<void> => {
  if (!(await isFolder(folder))) throw new CommandError(`There is no folder "${folder}".`);
  if (!(await isFolder(WEB_DIR))) {
    throw new CommandError("The web app has not been built yet. Run `npm run build`.");
  }
  const log = new Log("error");
  let preview: Preview;
  try {
    preview = await startPreview({ folder, port, log, webDir: WEB_DIR, onOutcome: printer() });
  } catch (reason) {
    const settings = { port, host: "127.0.0.1", dataDir: "", databaseUrl: null };
    const isTaken = (reason as NodeJS.ErrnoException).code === "EADDRINUSE";
    throw new CommandError(
      isTaken
        ? `Port ${port} is already in use. Choose another one with --port.`
        : startupError(reason, settings),
    );
  }
  console.log(`The preview is open: ${preview.address}/\nPress Ctrl-C to stop it.\n`);
  runUntilSignal(preview);
};
