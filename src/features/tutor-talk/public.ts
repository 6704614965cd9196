import { createChunk, lazyChunk } from "../../app-context/chunk.ts";

/** One conversation with the form for an answer, on a screen of another feature. */
export const ConversationAlone = lazyChunk(
  createChunk(() => import(/* webpackChunkName: "talk" */ "./conversation.tsx")),
);

/** A form that writes to the conversation about a hand-in. */
export const MessageAbout = lazyChunk(
  createChunk(() => import(/* webpackChunkName: "talk" */ "./message-form.tsx")),
);
