import { proxy, ref } from "valtio/vanilla";
import {
  ATTACHMENT_TYPES,
  type AttachmentKind,
  attachmentKind,
  KIND_BYTES,
  MAX_ATTACHMENT_BYTES,
  MAX_ATTACHMENTS,
} from "../domain/attachment.ts";
import type { MessageId } from "../i18n/message-id.ts";
import { Result } from "../lib/result.ts";
import type { ShrinkPhoto } from "../platform/ports.ts";
import type { FailureTable } from "./match-failure.ts";

/** A photo up to this size is sent as it is. A larger one is made smaller, to less than this. */
const PHOTO_BYTES = 1024 * 1024;

/** Why a chosen file cannot be sent. */
export type AttachmentRefusal = {
  readonly kind:
    | "too-large"
    | "wrong-kind"
    | "heic"
    | "damaged"
    | "empty"
    | "vanished"
    | "too-many";
};

/**
 * Why the chosen files cannot be sent: there are none, or the refusals name files that have
 * disappeared from the disk or are damaged.
 */
export type CollectFailure = {
  readonly kind: "none" | "unusable";
};

/** A chosen file that may be sent. */
interface Attachment {
  readonly id: number;
  readonly name: string;
  readonly kind: AttachmentKind;
  /** As the person chose it. */
  readonly chosen: File;
  /** As it is sent: a large photo is made smaller, and a HEIC becomes a JPEG. */
  readonly file: File;
  /** Whether the file that is sent is still being made. */
  readonly making?: boolean;
}

interface AttachmentsOptions {
  /** Makes a photo smaller. */
  shrink: ShrinkPhoto;
  /** Whether the school makes a JPEG of a HEIC that this browser cannot read. */
  schoolReadsHeic: () => Promise<boolean>;
}

/** Loaded when the first photo is chosen. Cleaning takes a few milliseconds. */
const loadCleaner = () =>
  import(/* webpackChunkName: "talk" */ "../domain/photo/clean-photo.ts").catch(() => undefined);

const smallerPhotoName = (name: string): string => `${name.replace(/\.[^.]*$/, "")}.jpg`;

/**
 * The files that a person chooses to send. Their kinds are detected from their bytes, not from
 * their names. Photos are made smaller by themselves. They live as long as the page.
 */
export const createAttachments = ({ shrink, schoolReadsHeic }: AttachmentsOptions) => {
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

  /** Why a photo that cannot be made smaller is not sent as it is; null: it is sent. */
  const problemOf = async ({
    kind,
    file,
  }: Attachment): Promise<AttachmentRefusal["kind"] | null> => {
    const tooLarge = file.size > MAX_ATTACHMENT_BYTES;
    if (kind === "heic") return !tooLarge && (await schoolReadsHeic()) ? null : "heic";
    return tooLarge ? "too-large" : null;
  };

  const makeSmaller = async (photo: Attachment) => {
    const { id, name, kind, file } = photo;
    const smaller = await shrink(file, PHOTO_BYTES).catch(() => null);
    const isBetter = smaller && (kind === "heic" || smaller.size < file.size);
    const problem = isBetter ? null : await problemOf(photo);
    const index = indexOf(id);
    if (index < 0) return;
    if (isBetter) {
      const made = new File([smaller], smallerPhotoName(name), { type: smaller.type });
      state.files[index] = { ...photo, name: made.name, kind: "jpeg", file: ref(made) };
    } else if (problem) {
      remove(id);
      refuse(name, problem);
    } else {
      state.files[index] = photo;
    }
  };

  /**
   * The bytes that are sent. A photo loses what it tells besides its picture, such as where it was
   * taken. One that only the browser can read is drawn again.
   */
  const prepare = async (
    { name, kind, file }: Attachment,
    bytes: ArrayBuffer,
  ): Promise<File | null | undefined> => {
    const fileOf = (parts: readonly (ArrayBuffer | Uint8Array)[]) =>
      new File([...parts] as BlobPart[], name, { type: ATTACHMENT_TYPES[kind] });
    // The school makes a JPEG of a HEIC, which has nothing of what the HEIC tells.
    if (kind === "heic" || kind === "pdf" || kind === "draft") return fileOf([bytes]);
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
      ({ chosen }) =>
        chosen.name === name && chosen.size === size && chosen.lastModified === lastModified,
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
    const isPhoto = kind !== "pdf" && kind !== "draft";
    if (size > MAX_ATTACHMENT_BYTES && !isPhoto) return refuse(name, "too-large");
    if (isPhoto) void loadCleaner();
    lastId += 1;
    const attachment: Attachment = { id: lastId, name, kind, chosen: ref(file), file: ref(file) };
    const making = kind === "heic" || (isPhoto && size > PHOTO_BYTES);
    state.files.push({ ...attachment, making });
    if (making) await makeSmaller(attachment);
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

/** The messages for files that cannot be sent; null: the messages of the files tell it. */
export const uploadMessages = {
  none: "attachments.none",
  unusable: null,
  "attachment/damaged": "attachments.damaged",
  "attachment/empty": "attachments.empty",
  "attachment/heic": "attachments.heic",
  "attachment/too_many": "attachments.too-many",
  "account/limit_reached": "attachments.limit-reached",
  "account/storage_full": "attachments.storage-used",
  413: "attachments.too-large",
  415: "attachments.wrong-kind",
  429: "attachments.too-fast",
} as const satisfies Omit<FailureTable<CollectFailure["kind"], MessageId | null>, "else">;
