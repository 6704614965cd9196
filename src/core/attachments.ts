import { proxy, ref } from "valtio/vanilla";
import {
  ATTACHMENT_TYPES,
  type AttachmentKind,
  attachmentKind,
  KIND_BYTES,
  MAX_ATTACHMENT_BYTES,
  MAX_ATTACHMENTS,
} from "../domain/attachment.ts";
import { Result } from "../lib/result.ts";
import type { ShrinkPhoto } from "../platform/ports.ts";

/** Why a chosen file cannot be sent. */
export type AttachmentRefusal = {
  readonly kind: "too-large" | "wrong-kind" | "damaged" | "empty" | "vanished" | "too-many";
};

/**
 * Why the chosen files cannot be sent yet: there are none, a photo's smaller version has not been
 * accepted, or the refusals name files that have disappeared from the disk or are damaged.
 */
export type CollectFailure = {
  readonly kind: "none" | "undecided" | "unusable";
};

/** A chosen file that may be sent. */
export interface Attachment {
  readonly id: number;
  readonly name: string;
  readonly kind: AttachmentKind;
  readonly file: File;
  /** For a photo that is too large: a smaller version of it; null while that is being made. */
  readonly offer?: { readonly smaller: File | null } | undefined;
}

/** Loaded when the first photo is chosen. Cleaning takes a few milliseconds. */
const loadCleaner = () =>
  import(/* webpackChunkName: "talk" */ "../domain/photo/clean-photo.ts").catch(() => undefined);

const smallerPhotoName = (name: string): string => `${name.replace(/\.[^.]*$/, "")}.jpg`;

/**
 * The files that a person chooses to send. Their kinds are detected from their bytes, not from
 * their names. They live as long as the page.
 * @param shrink makes a photo smaller
 */
export const createAttachments = (shrink: ShrinkPhoto) => {
  const state = proxy({
    files: [] as Attachment[],
    /** The files of the last choice that cannot be sent, with the reason. */
    refusals: [] as { id: number; name: string; kind: AttachmentRefusal["kind"] }[],
  });
  let lastId = 0;
  let adding: Promise<void> = Promise.resolve();

  const indexOf = (id: number) => state.files.findIndex((file) => file.id === id);

  const refuse = (name: string, kind: AttachmentRefusal["kind"]) => {
    lastId += 1;
    state.refusals.push({ id: lastId, name, kind });
  };

  const remove = (id: number) => {
    const index = indexOf(id);
    if (index >= 0) state.files.splice(index, 1);
  };

  const offerSmaller = async ({ id, name, file }: Attachment) => {
    const smaller = await shrink(file, MAX_ATTACHMENT_BYTES).catch(() => undefined);
    const index = indexOf(id);
    if (index < 0) return;
    if (smaller) {
      const made = new File([smaller], smallerPhotoName(name), { type: smaller.type });
      state.files[index] = { ...(state.files[index] as Attachment), offer: { smaller: ref(made) } };
    } else {
      remove(id);
      refuse(name, "too-large");
    }
  };

  /**
   * The file as it is sent. A photo loses what it tells besides its picture, such as where it was
   * taken. One that only the browser can read is drawn again.
   */
  const prepare = async (
    { name, kind, file }: Attachment,
    bytes: ArrayBuffer,
  ): Promise<File | null | undefined> => {
    const fileOf = (parts: readonly (ArrayBuffer | Uint8Array)[]) =>
      new File([...parts] as BlobPart[], name, { type: ATTACHMENT_TYPES[kind] });
    if (kind === "pdf" || kind === "draft") return fileOf([bytes]);
    const cleaner = await loadCleaner();
    // Our school's server cleans photos too, where the code for it cannot be loaded.
    if (!cleaner) return fileOf([bytes]);
    const pieces = cleaner.cleanPhoto(kind, new Uint8Array(bytes));
    if (pieces) return fileOf(pieces);
    const drawn = await shrink(file, MAX_ATTACHMENT_BYTES).catch(() => undefined);
    return drawn && new File([drawn], smallerPhotoName(name), { type: drawn.type });
  };

  const isChosen = ({ name, size, lastModified }: File) =>
    state.files.some(
      ({ file }) => file.name === name && file.size === size && file.lastModified === lastModified,
    );

  const addOne = async (file: File) => {
    const { name, size } = file;
    if (isChosen(file)) return;
    if (state.files.length >= MAX_ATTACHMENTS) return refuse(name, "too-many");
    const start = await file
      .slice(0, KIND_BYTES)
      .arrayBuffer()
      .catch(() => undefined);
    if (!start) return refuse(name, "vanished");
    if (size === 0) return refuse(name, "empty");
    const kind = attachmentKind(new Uint8Array(start));
    if (!kind) return refuse(name, "wrong-kind");
    const tooLarge = size > MAX_ATTACHMENT_BYTES;
    const isPhoto = kind !== "pdf" && kind !== "draft";
    if (tooLarge && !isPhoto) return refuse(name, "too-large");
    if (isPhoto) void loadCleaner();
    lastId += 1;
    const attachment: Attachment = { id: lastId, name, kind, file: ref(file) };
    state.files.push(tooLarge ? { ...attachment, offer: { smaller: null } } : attachment);
    if (tooLarge) await offerSmaller(attachment);
  };

  return {
    state,

    /** Checks and adds files, in their order. */
    add(files: readonly File[]): Promise<void> {
      state.refusals = [];
      for (const file of files) adding = adding.then(() => addOne(file));
      return adding;
    },

    remove(id: number) {
      state.refusals = [];
      remove(id);
    },

    /** Replaces a photo that is too large with the smaller version of it. */
    acceptSmaller(id: number) {
      const index = indexOf(id);
      const smaller = state.files[index]?.offer?.smaller;
      if (!smaller) return;
      state.files[index] = { id, name: smaller.name, kind: "jpeg", file: ref(smaller) };
    },

    clear() {
      state.files = [];
      state.refusals = [];
    },

    /**
     * Reads the files into memory, so that none can disappear while they are being sent, and removes
     * the photos' metadata. A file that has disappeared or is damaged is removed from the list.
     * @returns the files, or why they cannot be sent yet
     */
    async collect(): Promise<Result<File[], CollectFailure>> {
      await adding;
      const chosen = [...state.files];
      if (chosen.length === 0) return Result.fail({ kind: "none" });
      if (chosen.some(({ offer }) => offer)) return Result.fail({ kind: "undecided" });
      const files: File[] = [];
      state.refusals = [];
      for (const attachment of chosen) {
        const bytes = await attachment.file.arrayBuffer().catch(() => undefined);
        const file = bytes && (await prepare(attachment, bytes));
        if (file) files.push(file);
        else {
          remove(attachment.id);
          refuse(attachment.name, bytes ? "damaged" : "vanished");
        }
      }
      return files.length === chosen.length ? Result.ok(files) : Result.fail({ kind: "unusable" });
    },
  };
};

export type Attachments = ReturnType<typeof createAttachments>;
