import * as v from "valibot";
import { proxy } from "valtio/vanilla";
import { postSourceAsset } from "../../../../contract/staff-assets.ts";
import type { Failure, FailureTable } from "../../../../core/match-failure.ts";
import type { UnsentTexts } from "../../../../core/unsent-texts.ts";
import { type FilmTrouble, filmTrouble, readFilm } from "../../../../domain/film-facts.ts";
import { type SourceAssetKind, sourceAssetKind } from "../../../../domain/source-asset.ts";
import { MAX_SOURCE_FILE_BYTES } from "../../../../domain/source-path.ts";
import type { Send } from "../../../../transport/transport.ts";
import { type HashedFile, hashBlob, sendMissing } from "../../send-file.ts";

type OwnFailure =
  | "too-large"
  | "not-a-film"
  | "film-is-cut"
  | "not-a-sheet"
  /** The file cannot be read any more, for example because it was moved. */
  | "unreadable";

type AssetFailure = Failure<OwnFailure>;

export const assetFailures = {
  "too-large": "staff-media.too-large",
  "not-a-film": "staff-media.not-a-film",
  "film-is-cut": "staff-media.film-is-cut",
  "not-a-sheet": "staff-media.not-a-sheet",
  unreadable: "staff-media.unreadable",
  "content/not_a_film": "staff-media.not-a-film",
  "content/film_is_cut": "staff-media.film-is-cut",
  "content/not_a_sheet": "staff-media.not-a-sheet",
  "content/too_large": "staff-media.too-large",
  "server/storage_full": "staff-media.no-room",
  refused: "staff-media.refused",
  else: "staff-media.cut",
} as const satisfies FailureTable<OwnFailure>;

/** What was being sent when the page was closed. */
const interrupted = v.object({
  name: v.string(),
  size: v.number(),
  modified: v.number(),
  checksum: v.string(),
  sent: v.number(),
});

type Interrupted = v.InferOutput<typeof interrupted>;

const isSame = ({ name, size, modified }: Interrupted, file: File): boolean =>
  file.name === name && file.size === size && file.lastModified === modified;

const readBlob = async (file: Blob, at: number, length: number): Promise<Uint8Array> =>
  new Uint8Array(await file.slice(at, at + length).arrayBuffer());

/** What is wrong with a film that was chosen, before a byte is sent; rejects if it cannot be read. */
const troubleOf = async (file: File): Promise<FilmTrouble | null> =>
  filmTrouble(
    await readFilm({ size: file.size, read: (at, length) => readBlob(file, at, length) }),
  );

/** Readers look for the mark of a PDF as far as this. */
const PDF_START_BYTES = 1024;

const isPdf = async (file: File): Promise<boolean> => {
  const start = await readBlob(file, 0, PDF_START_BYTES);
  return new TextDecoder("latin1").decode(start).includes("%PDF-");
};

interface AssetUploadOptions {
  readonly send: Send;
  readonly unsentTexts: UnsentTexts;
  readonly product: string;
  readonly kind: Exclude<SourceAssetKind, "picture">;
}

/**
 * Sends one film or sheet to the assets of a product, in parts. After a cut it goes on where it has stopped; after a
 * reload it does so once the same file is chosen again.
 */
export const createAssetUpload = ({ send, unsentTexts, product, kind }: AssetUploadOptions) => {
  const unsent = unsentTexts.of(`asset/${product}/${kind}`, interrupted);
  const state = proxy({
    phase: "idle" as "idle" | "reading" | "sending",
    /** Bytes that were read or sent. */
    done: 0,
    total: 0,
    failure: null as AssetFailure | null,
    /** What is not quite right with a film that was sent; null: nothing. */
    trouble: null as FilmTrouble | null,
    /** What was not sent to its end earlier; null: nothing. */
    before: unsent.read(),
  });
  let file: File | null = null;
  let controller = new AbortController();

  const refusalOf = async (chosen: File): Promise<AssetFailure | null> => {
    if (chosen.size > MAX_SOURCE_FILE_BYTES) return { kind: "too-large" };
    if (kind === "sheet") return (await isPdf(chosen)) ? null : { kind: "not-a-sheet" };
    if (sourceAssetKind(chosen.name) !== "film") return { kind: "not-a-film" };
    state.trouble = await troubleOf(chosen);
    const found = state.trouble?.kind;
    if (found === "cut") return { kind: "film-is-cut" };
    return found === "unreadable" || found === "no-picture" ? { kind: "not-a-film" } : null;
  };

  const hashed = async (chosen: File, signal: AbortSignal): Promise<HashedFile> => {
    const kept = unsent.read();
    if (kept && isSame(kept, chosen)) return { file: chosen, checksum: kept.checksum };
    const checksum = await hashBlob(chosen, signal, (read) => {
      state.done = read;
    });
    return { file: chosen, checksum };
  };

  const remember = (chosen: File, checksum: string): void => {
    const { name, size, lastModified: modified } = chosen;
    unsent.write({ name, size, modified, checksum, sent: state.done });
  };

  const forget = (): void => {
    unsent.clear();
    state.before = null;
  };

  /** @returns the name of the asset; null if it was not sent or not taken */
  const sendAll = async (chosen: File, signal: AbortSignal): Promise<string | null> => {
    Object.assign(state, { phase: "reading", done: 0, total: chosen.size });
    const sending = await hashed(chosen, signal);
    const { checksum } = sending;
    const sent = await sendMissing(send, [sending], {
      signal,
      onStart: (done, missing) => {
        if (missing === 0) return;
        Object.assign(state, { phase: "sending", done });
        remember(chosen, checksum);
      },
      onSent: (more) => {
        state.done += more;
        remember(chosen, checksum);
      },
    });
    if (signal.aborted) return null;
    if (!sent.ok) return fail(sent.failure);
    const body = { product, name: chosen.name, checksum, size: chosen.size };
    const added = await send(postSourceAsset, { body, signal });
    if (signal.aborted) return null;
    if (!added.ok) return fail(added.failure);
    forget();
    return added.value.name;
  };

  const fail = (failure: AssetFailure): null => {
    state.failure = failure;
    // Sending the same bytes again would end in the same way.
    if (failure.kind === "refused" && "status" in failure && failure.status < 500) forget();
    return null;
  };

  const run = async (): Promise<string | null> => {
    const chosen = file;
    if (!chosen) return null;
    controller.abort();
    controller = new AbortController();
    const { signal } = controller;
    Object.assign(state, { failure: null, trouble: null });
    try {
      const refusal = await refusalOf(chosen);
      if (refusal) return fail(refusal);
      return await sendAll(chosen, signal);
    } catch {
      return signal.aborted ? null : fail({ kind: "unreadable" });
    } finally {
      if (controller.signal === signal) state.phase = "idle";
    }
  };

  return {
    state,

    /** Sends a file in place of one before. @returns as `goOn` */
    choose(chosen: File): Promise<string | null> {
      file = chosen;
      return run();
    },

    /** Tries again. @returns the name of the asset; null if it was not sent or not taken */
    goOn: run,

    /** Stops. What has arrived is kept at the school for two days. */
    stop: (): void => controller.abort(),
  };
};

export type AssetUpload = ReturnType<typeof createAssetUpload>;
