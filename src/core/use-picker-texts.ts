import { MAX_ATTACHMENT_BYTES, MAX_ATTACHMENTS } from "../domain/attachment.ts";
import { useFileSize } from "../i18n/use-file-size.ts";
import { useText } from "../i18n/use-text.ts";
import type { AttachmentRefusal } from "./attachments.ts";

/** The `accept` attribute for photos and PDF files. With it phones offer their camera. */
export const ATTACHMENT_ACCEPT = "image/*,application/pdf";

/** The texts of a picker for attachments, without that of its button. */
export const usePickerTexts = () => {
  const text = useText();
  const size = useFileSize();
  return {
    texts: {
      camera: text("attachments.camera"),
      hint: text("attachments.hint", {
        size: size(MAX_ATTACHMENT_BYTES),
        count: MAX_ATTACHMENTS,
      }),
      chosen: text("attachments.chosen"),
      size,
      open: (name: string) => text("attachments.open", { name }),
      remove: (name: string) => text("attachments.remove", { name }),
      making: text("attachments.making"),
      made: (bytes: number, smaller: number) =>
        text("attachments.made-smaller", { size: size(bytes), smaller: size(smaller) }),
    },
    /** Adds to each refused file the text of the reason. */
    refused: <Refusal extends { readonly kind: AttachmentRefusal["kind"] }>(
      refusals: readonly Refusal[],
    ) =>
      refusals.map((refusal) => ({
        ...refusal,
        why: text(`attachments.${refusal.kind}`, { count: MAX_ATTACHMENTS }),
      })),
  };
};
