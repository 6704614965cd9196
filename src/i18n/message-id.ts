import type english from "../../locales/en.json";

/** The id of a message. English is the source of all translations. */
export type MessageId = keyof typeof english;
