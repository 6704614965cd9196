import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Log } from "../../log.ts";
import type { Environment } from "../../school/settings/environment.ts";
import { startSchoolServer } from "../../school-server.ts";
import type { Services } from "../../services.ts";
import { compileSchool } from "../compile-school.ts";
import { importSchool } from "../import-school.ts";
import type { ContentProblem } from "../school.ts";
import { previewRoutes } from "./preview-routes.ts";
import { PreviewStates, PreviewStudent } from "./preview-student.ts";
import { watchFolder } from "./watch-folder.ts";

/** What came of a saved change. */
export interface PreviewOutcome {
  readonly problems: readonly ContentProblem[];
  readonly warnings: readonly ContentProblem[];
}

export interface PreviewOptions {
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
  port,
  host: "127.0.0.1",
  dataDir: temporaryFolder(),
  databaseUrl: null,
  smtpUrl: null,
  publicUrl: null,
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
      endStreams = previewRoutes(app, { states, session, webDir }).end;
      opened.resolve({ services, student });
    },
  });
  const { services, student } = await opened.promise;

  const look = async (): Promise<PreviewOutcome> => {
    const compiled = await compileSchool(folder);
    const { warnings } = compiled;
    if (!compiled.ok) {
      const { version, hasContent } = states.current;
      states.set({ version, hasContent, problems: compiled.failure, warnings });
      return { problems: compiled.failure, warnings };
    }
    // Pictures are shown as they are: to convert them would take longer than to look at them.
    const { changed } = await importSchool(services.database, services.store, compiled.value);
    if (changed) {
      await server.refresh();
      await student.update();
    }
    const version = changed ? randomUUID() : states.current.version;
    states.set({ version, hasContent: true, problems: [], warnings });
    return { problems: [], warnings };
  };

  let looking: Promise<void> | null = null;
  let isStale = false;
  /** Looks at the folder until nothing was saved meanwhile. */
  const lookAgain = async (): Promise<void> => {
    do {
      isStale = false;
      const outcome = await look().catch((reason: Error) => {
        // A file has gone while it was read: the change that took it away is looked at next.
        const problems = [{ file: ".", line: 1, message: reason.message }];
        states.set({ ...states.current, problems, warnings: [] });
        return { problems, warnings: [] };
      });
      if (!isStale) onOutcome(outcome);
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
