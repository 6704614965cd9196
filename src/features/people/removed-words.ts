import type { MessageId } from "../../i18n/message-id.ts";

/** What goes or stays, with its number. Other kinds have their own names. */
export const REMOVED: Readonly<Record<string, MessageId>> = {
  people: "staff-people.count",
  subscription: "staff-people.what-courses",
  progress: "staff-people.what-lessons",
  note: "staff-people.what-notes",
  measurement: "staff-people.what-measurements",
  upload: "staff-people.what-hand-ins",
  file: "staff-people.what-files",
  conversation: "staff-people.what-conversations",
  message: "staff-people.what-messages",
  serial_number: "staff-people.what-serials",
  activation: "staff-people.what-computers",
  teaches: "staff-people.what-taught",
  saved_comment: "staff-people.what-comments",
  answers: "staff-people.what-answers",
  messages: "staff-people.what-messages-to-others",
  changes: "staff-people.what-changes",
};
