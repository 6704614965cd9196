import type english from "../../locales/en.json";

/** Every message there is; English is the source of the others. */
export type MessageId = keyof typeof english;

/** A text with what fills its places. */
export interface MessageRef {
  id: MessageId;
  values?: Record<string, string | number>;
}
