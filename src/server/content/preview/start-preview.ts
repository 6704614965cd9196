import { randomUUID } from "node:crypto";
import { type FSWatcher, mkdtempSync, rmSync, watch } from "node:fs";
import { stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { isJunkFile } from "../../../lib/is-junk-file.ts";
import type { Log } from "../../log.ts";
import { DEFAULT_ENVIRONMENT, type Environment } from "../../school/settings/environment.ts";
import { startSchoolServer } from "../../school-server.ts";
import type { Services } from "../../services.ts";
import { compileSchool } from "../compile-school.ts";
import { importSchool } from "../import-school.ts";
import { previewRoutes } from "./preview-routes.ts";
import { type PreviewState, PreviewStates, PreviewStudent } from "./preview-student.ts";

/** Delay after a change, as several files are often saved together. */
const SETTLE_MS = 150;
/** How often to look for a folder that is away, such as one that is being renamed. */
const AWAY_MS = 500;

/** Which folder a path leads to at this moment; null: none. */
const identityOf = async (folder: string): Promise<string | null> => {
  const found = await stat(folder).catch(() => null);
  return found?.isDirectory() ? `${found.dev}:${found.ino}` : null;
};

/**
 * Calls back when something in a folder was saved, added, renamed or removed, once for changes that come
 * together. Goes on when the folder itself is removed and comes back.
 * @param onChange not called for files that systems and editors leave behind
 * @returns stops watching
 */
const watchFolder = (folder: string, onChange: () => void): (() => void) => {
  let watcher: FSWatcher | null = null;
  let watched: string | null = null;
  let settling: NodeJS.Timeout | undefined;
  let isStopped = false;

  const close = () => {
    watcher?.close();
    watcher = null;
    watched = null;
  };
  const settled = async () => {
    // Its watcher reports nothing more, also if the folder comes back.
    if ((await identityOf(folder)) === null) close();
    if (!isStopped) onChange();
  };
  const changed = () => {
    clearTimeout(settling);
    settling = setTimeout(settled, SETTLE_MS);
  };
  const open = (identity: string) => {
    watched = identity;
    watcher = watch(folder, { recursive: true }, (_, name) => {
      if (name && isJunkFile(name.split(path.sep).join("/"))) return;
      changed();
    });
    // Windows reports the end of the watched folder so.
    watcher.on("error", close);
  };
  const look = async () => {
    const identity = await identityOf(folder);
    if (isStopped || identity === watched) return;
    close();
    try {
      if (identity !== null) open(identity);
    } catch {
      // The folder has gone meanwhile.
      close();
    }
    changed();
  };
  const looking = setInterval(look, AWAY_MS);
  look();
  return () => {
    isStopped = true;
    clearInterval(looking);
    clearTimeout(settling);
    close();
  };
};

/** What came of a saved change. */
export type PreviewOutcome = Pick<PreviewState, "problems" | "warnings">;

interface PreviewOptions {
  /** The author's folder. */
  readonly folder: string;
  readonly port: number;
  readonly log: Log;
  /** The folder of the built web app. */
  readonly webDir: string;
  /** Called after the first look at the folder, and after each saved change. */
  readonly onOutcome: (outcome: PreviewOutcome) => void;
}

export interface Preview {
  readonly address: string;
  close(): Promise<void>;
}

/** Made in place of the database of a school. Goes when the process ends, however it does. */
const temporaryFolder = (): string => {
  const folder = mkdtempSync(path.join(tmpdir(), "learning-space-preview-"));
  process.once("exit", () => {
    try {
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
    } catch {
      // Windows keeps the files of a process that is being ended.
    }
  });
  return folder;
};

/** The settings of a school that only this machine reaches, and that sends no mail. */
const environmentOf = (port: number): Environment => ({
  ...DEFAULT_ENVIRONMENT,
  host: "127.0.0.1",
  port,
  dataDir: temporaryFolder(),
  logLevel: "warn",
});

/**
 * Shows an author's folder in the browser, as a student sees it, and follows what is saved. Problems are
 * shown with their places, above the last content without any.
 * @throws the system's error when it cannot listen
 */
export const startPreview = async (options: PreviewOptions): Promise<Preview> => {
  const { folder, port, log, webDir, onOutcome } = options;
  // A page of a preview that ran at this address before has another version.
  const states = new PreviewStates({
    version: randomUUID(),
    hasContent: false,
    problems: [],
    warnings: [],
  });
  const opened = Promise.withResolvers<{ services: Services; student: PreviewStudent }>();
  let endStreams = () => {};
  const server = await startSchoolServer({
    environment: environmentOf(port),
    log,
    webDir,
    extend: (app, services) => {
      const student = new PreviewStudent(services);
      const session = () => student.session();
      endStreams = previewRoutes(app, { states, session, webDir });
      opened.resolve({ services, student });
    },
  });
  const { services, student } = await opened.promise;

  const look = async (): Promise<void> => {
    const compiled = await compileSchool(folder);
    const { warnings } = compiled;
    if (!compiled.ok) {
      states.set({ ...states.current, problems: compiled.failure, warnings });
      return;
    }
    // Pictures are shown as they are: to convert them would take longer than to look at them.
    const { changed } = await importSchool(services.database, services.store, compiled.value);
    if (changed) {
      await server.refresh();
      await student.update();
    }
    const version = changed ? randomUUID() : states.current.version;
    states.set({ version, hasContent: true, problems: [], warnings });
  };

  let looking: Promise<void> | null = null;
  let isStale = false;
  /** Looks at the folder until nothing was saved meanwhile. */
  const lookAgain = async (): Promise<void> => {
    do {
      isStale = false;
      await look().catch((reason: Error) => {
        // A file has gone while it was read: the change that took it away is looked at next.
        const problems = [{ file: ".", line: 1, message: reason.message }];
        states.set({ ...states.current, problems, warnings: [] });
      });
      if (!isStale) onOutcome(states.current);
    } while (isStale);
  };
  const changed = () => {
    isStale = true;
    looking ??= lookAgain().finally(() => {
      looking = null;
    });
  };
  const stopWatching = watchFolder(folder, changed);
  return {
    address: server.address,
    close: async () => {
      stopWatching();
      endStreams();
      await looking;
      await server.close();
    },
  };
};
