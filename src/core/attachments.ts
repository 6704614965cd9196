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

/** Why a file cannot be sent. */
export type AttachmentRefusal = {
  readonly kind: "too-large" | "wrong-kind" | "empty" | "vanished" | "too-many";
};

/** Why the files that were chosen cannot be sent as they are. */
export type UnreadyFailure = {
  readonly kind: "none" | "undecided" | "vanished";
};

/** A file that was chosen and may be sent. */
export interface Attachment {
  readonly id: number;
  readonly name: string;
  readonly kind: AttachmentKind;
  readonly file: File;
  /** For a photo that is too large: what may take its place, null while that is being made. */
  readonly offer?: { readonly smaller: File | null } | undefined;
}

const nameOfSmaller = (name: string): string => `${name.replace(/\.[^.]*$/, "")}.jpg`;

/**
 * The files that somebody chooses to send: checked by what they are, not by what they are called.
 * They live as long as the page.
 */
export const createAttachments = (shrink: ShrinkPhoto) => {
  const state = proxy({
    files: [] as Attachment[],
    /** Of the last choice: what cannot be sent, and why. */
    refusals: [] as { id: number; name: string; kind: AttachmentRefusal["kind"] }[],
  });
  let lastId = 0;
  let underWay: Promise<void> = Promise.resolve();

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
    const smaller = await shrink(file, MAX_ATTACHMENT_BYTES).catch(() => null);
    const index = indexOf(id);
    if (index < 0) return;
    if (smaller) {
      const made = new File([smaller], nameOfSmaller(name), { type: smaller.type });
      state.files[index] = { ...(state.files[index] as Attachment), offer: { smaller: ref(made) } };
    } else {
      remove(id);
      refuse(name, "too-large");
    }
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
      .catch(() => null);
    if (!start) return refuse(name, "vanished");
    if (size === 0) return refuse(name, "empty");
    const kind = attachmentKind(new Uint8Array(start));
    if (!kind) return refuse(name, "wrong-kind");
    const tooLarge = size > MAX_ATTACHMENT_BYTES;
    if (tooLarge && kind === "pdf") return refuse(name, "too-large");
    lastId += 1;
    const attachment: Attachment = { id: lastId, name, kind, file: ref(file) };
    state.files.push(tooLarge ? { ...attachment, offer: { smaller: null } } : attachment);
    if (tooLarge) await offerSmaller(attachment);
  };

  return {
    state,

    /** Takes what was chosen, in its order. */
    add(files: readonly File[]): Promise<void> {
      state.refusals = [];
      for (const file of files) underWay = underWay.then(() => addOne(file));
      return underWay;
    },

    remove(id: number) {
      state.refusals = [];
      remove(id);
    },

    /** Puts the smaller photo that was offered in the place of the large one. */
    takeSmaller(id: number) {
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
     * The files with their bytes in memory, so that none can vanish on the way.
     * @returns why they cannot be sent yet; one that is no longer there is taken off the list
     */
    async collect(): Promise<Result<File[], UnreadyFailure>> {
      await underWay;
      const chosen = [...state.files];
      if (chosen.length === 0) return Result.fail({ kind: "none" });
      if (chosen.some(({ offer }) => offer)) return Result.fail({ kind: "undecided" });
      const files: File[] = [];
      state.refusals = [];
      for (const { id, name, kind, file } of chosen) {
        const bytes = await file.arrayBuffer().catch(() => null);
        if (bytes) {
          files.push(new File([bytes], name, { type: ATTACHMENT_TYPES[kind] }));
        } else {
          remove(id);
          refuse(name, "vanished");
        }
      }
      return files.length === chosen.length ? Result.ok(files) : Result.fail({ kind: "vanished" });
    },
  };
};

export type Attachments = ReturnType<typeof createAttachments>;
