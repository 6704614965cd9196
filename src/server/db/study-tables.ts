import type { Generated } from "kysely";

/** What people do and write. */
export interface StudyTables {
  progress: ProgressTable;
  /** Students' own notes. */
  note: { account_id: number; lesson_id: number; text: string; updated: number };
  measurement: MeasurementTable;
  upload: UploadTable;
  /** The files of an upload, in the order in which they were chosen. */
  upload_file: {
    upload_id: number;
    position: number;
    name: string;
    type: string;
    size: number;
    checksum: string;
    /** The file's name in the store. */
    stored: string;
  };
  /** Conversations. The account is the one that started it. */
  conversation: {
    id: Generated<number>;
    account_id: number;
    /** The id of its last message; 0 before the first one. */
    last_id: Generated<number>;
    /** When that was written. */
    last_created: Generated<number>;
    /** 1 while its last message is a student's. */
    waiting: Generated<number>;
    /** The hand-in that it is about, and that one's course; null for one about neither. */
    upload_id: Generated<number | null>;
    course_id: Generated<number | null>;
  };
  message: MessageTable;
  /** Who has read a message, besides its author. */
  message_read: { account_id: number; message_id: number };
  /** The files of a message, in the order in which they were chosen. */
  message_file: {
    message_id: number;
    position: number;
    name: string;
    type: string;
    size: number;
    /** The file's name in the store. */
    stored: string;
  };
  /** The first response to each request with an `Idempotency-Key`. */
  repeatable: {
    account_id: number;
    key: string;
    request: string;
    answer: string;
    created: number;
  };
}

/** One hand-in for a lesson's assignment. */
export interface UploadTable {
  id: Generated<number>;
  account_id: number;
  lesson_id: number;
  created: number;
  comment: string;
  state: "uploaded" | "accepted" | "returned";
  feedback: string | null;
  feedback_at: number | null;
  /** When the first answer was given, also one to a later hand-in; null while it waits. */
  first_answered: Generated<number | null>;
  /** The tutor's name at that time. */
  tutor: string | null;
  /** The tutor's account; null for answers of earlier versions. It may have been removed. */
  answered_by: Generated<number | null>;
  /** From when on the student sees the answer. */
  told: Generated<number | null>;
  /** 1 once the student has seen the answer. */
  seen: Generated<number>;
  /** 1 for the last one of its account and lesson. */
  latest: number;
}

export interface MessageTable {
  id: Generated<number>;
  conversation_id: number;
  /** The account of the conversation. */
  account_id: number;
  author_id: number;
  /** The author's name at that time. */
  author: string;
  role: "student" | "tutor";
  subject: string;
  body: string;
  created: number;
}

export interface ProgressTable {
  account_id: number;
  lesson_id: number;
  package_id: number;
  course_id: number | null;
  opened: number | null;
  completed: number | null;
  last_seen: number;
  seconds: number;
}

export interface MeasurementTable {
  id: Generated<number>;
  account_id: number;
  name: string;
  /** 1 for the default table; an account has one. */
  is_default: number;
  units: "cm" | "in";
  updated: number;
  /** Numbers by field. Fields without a value are left out. */
  data: string;
}
