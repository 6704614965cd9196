import { getFaqs, getGlossary, getInstructions } from "../contract/reference.ts";
import type { AppInstaller, AppWorker, DevicePush, NewerVersion } from "../platform/ports.ts";
import type { Transport } from "../transport/transport.ts";
import { type AnswerStoreOptions, createAnswerStore } from "./answer-store.ts";
import { type ChaptersOptions, createChapters } from "./chapters.ts";
import { createKeptSchool } from "./kept-school.ts";

/** How often a tab that stays open looks for a newer version. */
const LOOK_EVERY_MS = 3_600_000;

interface OpenKeptOptions
  extends AnswerStoreOptions,
    Pick<ChaptersOptions, "tabs" | "room" | "sha256OfBytes" | "parallel"> {
  school: Transport;
  worker: AppWorker;
  installer: AppInstaller;
  /** Loads the notifications of this device; null in a browser without them. */
  openPush: () => Promise<DevicePush | null>;
  /** Whether the connection is metered, as far as the browser tells. */
  isMetered: boolean;
}

/** Opens the store of an account, with the services that need it. */
export const openKept = async (options: OpenKeptOptions) => {
  const { school, worker, installer, isMetered } = options;
  const store = createAnswerStore(options);
  const chapters = createChapters({ ...options, store });
  // What is kept counts from the first answer on.
  await Promise.all([store.open(), chapters.open()]);
  const keptSchool = createKeptSchool({ school, store, now: options.now });

  /** Fetches questions, glossary and instructions, so that they are there without a network. */
  const fetchReference = async (): Promise<void> => {
    await keptSchool.send(getFaqs);
    await keptSchool.send(getGlossary);
    await keptSchool.send(getInstructions);
  };

  const keepTexts = (language: string): void => worker.tell({ kind: "keep-texts", language });
  let looking: ReturnType<typeof setInterval> | undefined;

  return {
    store,
    chapters,
    school: keptSchool,

    /**
     * Starts the worker.
     * @param language of the interface
     * @param onNewer called when there is a newer version of the app
     * @param onInstallable called when the browser can install the app
     * @returns false if the browser does not let it start
     */
    async startWorker(
      language: string,
      onNewer: (newer: NewerVersion) => void,
      onInstallable: () => void,
    ): Promise<boolean> {
      if (!(await worker.start())) return false;
      worker.onNewer(onNewer);
      installer.start(onInstallable);
      keepTexts(language);
      worker.tell({ kind: "clean-up" });
      looking = setInterval(worker.look, LOOK_EVERY_MS);
      if (!isMetered) void fetchReference();
      return true;
    },

    /** Call it when the interface has another language. */
    keepTexts,

    /** Shows the newer version in this tab; the others follow when their persons say so. */
    useNewer: worker.useNewer,

    /** Loads the notifications of this device; null in a browser without them. */
    openPush: options.openPush,

    /** Installs the app, if the person agrees. */
    install: installer.install,

    /**
     * Ends the session: keeps nothing more.
     * @param isAll whether to delete everything of the account, and not only what is personal
     */
    async close(isAll: boolean): Promise<void> {
      clearInterval(looking);
      chapters.stop();
      // The worker goes on where the page is closed at once.
      if (isAll) worker.tell({ kind: "forget", prefix: store.prefix });
      await store.close(isAll);
    },
  };
};

export type KeptServices = Awaited<ReturnType<typeof openKept>>;
