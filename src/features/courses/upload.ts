import { proxy, ref } from "valtio/vanilla";
import { postDraftZip, putDraftFiles } from "../../contract/staff-content.ts";
import type { Id } from "../../contract/wire.ts";
import type { CallFailure } from "../../transport/call-failure.ts";
import type { Send } from "../../transport/transport.ts";
import { type Dropped, type Refusal, refusalOf } from "./dropped-files.ts";
import { type HashedFile, hashBlob, sendMissing } from "./send-file.ts";

type UploadPhase =
  | "idle"
  /** The checksums are being computed. */
  | "reading"
  | "sending"
  /** The connection was cut; what has arrived is kept. */
  | "cut"
  /** A file cannot be read any more, for example because it was removed. */
  | "unreadable"
  /** Somebody else has changed the draft. */
  | "conflict"
  /** Changes of the draft are not in what was sent. Nothing is changed until the person decides. */
  | "differs"
  | "refused";

/** What the school has taken: the draft's new version, or the job that unpacks the zip. */
type Taken =
  | { readonly kind: "draft"; readonly version: string }
  | { readonly kind: "job"; readonly id: Id };

interface Differing {
  readonly kind: "differs";
  readonly paths: readonly string[];
}

interface Decided {
  /** The version of the draft that the person sees; null: there is none. */
  readonly replaces: string | null;
  /** What becomes of its changes that are not in what is sent; null: the person is asked. */
  readonly changes: "merge" | "replace" | null;
}

interface HashedFolderFile extends HashedFile {
  readonly path: string;
}

/**
 * Sends a folder or a zip to the school: only the bytes that it does not have. Stays in memory until it has
 * been taken, so that it can go on after a cut.
 */
export const createUpload = (send: Send, onTaken: (taken: Taken) => void) => {
  const state = proxy({
    phase: "idle" as UploadPhase,
    /** Files that are read, or bytes that are sent. */
    done: 0,
    total: 0,
    refusal: null as Refusal | null,
    /** The code of a refusal of the school. */
    code: "",
    /** The files of the draft whose changes are not in what was sent. */
    differing: [] as readonly string[],
  });
  let dropped: Dropped | null = null;
  let hashed: HashedFolderFile[] | null = null;
  let controller = new AbortController();

  const forget = (): void => {
    dropped = null;
    hashed = null;
  };

  const hashAll = async (signal: AbortSignal): Promise<HashedFolderFile[]> => {
    const files =
      dropped?.kind === "zip"
        ? [{ path: dropped.file.name, file: dropped.file }]
        : (dropped?.files ?? []);
    Object.assign(state, { phase: "reading", done: 0, total: files.length });
    const read: HashedFolderFile[] = [];
    for (const { path, file } of files) {
      signal.throwIfAborted();
      read.push({ path, file, checksum: await hashBlob(file, signal) });
      state.done = read.length;
    }
    return read;
  };

  const failed = (failure: CallFailure): void => {
    if (failure.kind === "cancelled") return;
    if (failure.kind !== "refused" || failure.status >= 500 || failure.status === 429) {
      state.phase = "cut";
      return;
    }
    state.code = failure.code;
    state.phase = failure.code === "content/conflict" ? "conflict" : "refused";
  };

  const take = async (
    files: readonly HashedFolderFile[],
    decided: Decided,
    signal: AbortSignal,
  ): Promise<CallFailure | Taken | Differing> => {
    const [zip] = files;
    if (dropped?.kind === "zip" && zip) {
      const body = { checksum: zip.checksum, size: zip.file.size, ...decided };
      const answer = await send(postDraftZip, { body, signal });
      return answer.ok ? { kind: "job", id: answer.value.job } : answer.failure;
    }
    const listed = files.map(({ path, checksum, file }) => ({ path, checksum, size: file.size }));
    const answer = await send(putDraftFiles, { body: { files: listed, ...decided }, signal });
    if (!answer.ok) return answer.failure;
    const { version, differing } = answer.value;
    return differing.length > 0
      ? { kind: "differs", paths: differing }
      : { kind: "draft", version };
  };

  const ask = (paths: readonly string[]): void => {
    Object.assign(state, { phase: "differs", differing: ref([...paths]) });
  };

  const run = async (decided: Decided): Promise<void> => {
    controller = new AbortController();
    const { signal } = controller;
    try {
      hashed ??= await hashAll(signal);
      const sent = await sendMissing(send, hashed, {
        use: dropped?.kind === "zip" ? "zip" : "file",
        signal,
        onStart: (done, total) => Object.assign(state, { phase: "sending", done, total }),
        onSent: (more) => {
          state.done += more;
        },
      });
      if (signal.aborted) return;
      if (!sent.ok) return failed(sent.failure);
      const taken = await take(hashed, decided, signal);
      if (signal.aborted) return;
      if (taken.kind === "differs") return ask(taken.paths);
      if (taken.kind !== "draft" && taken.kind !== "job") return failed(taken);
      // A zip is still needed if its job finds that the draft differs.
      if (taken.kind === "draft") forget();
      state.phase = "idle";
      onTaken(taken);
    } catch {
      if (!signal.aborted) state.phase = "unreadable";
    }
  };

  return {
    state,

    /**
     * Sends what was dropped, in place of anything before.
     * @param replaces the version of the draft that the person sees; null: none
     */
    async start(next: Dropped, replaces: string | null): Promise<void> {
      controller.abort();
      dropped = next;
      hashed = null;
      const refusal = refusalOf(next);
      Object.assign(state, { phase: "idle", code: "", refusal: refusal && ref(refusal) });
      if (!refusal) await run({ replaces, changes: null });
    },

    /** Goes on after a cut, or takes the place of another person's draft. */
    goOn: (replaces: string | null): Promise<void> => run({ replaces, changes: null }),

    /** The job of the zip has found that the draft differs. @returns whether the zip is still here */
    differs(paths: readonly string[]): boolean {
      if (hashed) ask(paths);
      return hashed !== null;
    },

    /** Sends it again, with what is to become of the changes of the draft. */
    decide: run,

    /** Stops. What has arrived is kept at the school for some days. */
    stop(): void {
      controller.abort();
      forget();
      Object.assign(state, { phase: "idle", refusal: null, code: "" });
    },
  };
};

export type Upload = ReturnType<typeof createUpload>;
