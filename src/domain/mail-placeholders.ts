/**
 * The mails whose texts a school may replace, with their placeholders. Other people may see a subject, so
 * it has none for what only the person may know. `needed` is what the text must have.
 */
export const MAILS = {
  "password-reset": {
    subject: ["name", "minutes", "school"],
    text: ["name", "link", "minutes", "school"],
    needed: ["link"],
  },
  invitation: {
    subject: ["name", "days", "school"],
    text: ["name", "username", "link", "days", "school"],
    needed: ["link"],
  },
  news: {
    subject: ["subject", "name", "school"],
    text: ["name", "news", "change", "school"],
    needed: ["news", "change"],
  },
} as const;

/** The placeholders of the lines below every mail. */
export const SIGNATURE_PLACEHOLDERS = ["school"] as const;

export type MailName = keyof typeof MAILS;
