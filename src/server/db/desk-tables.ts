import type { Generated } from "kysely";

/** No file of a hand-in has such a position. */
export const VOICE_POSITION = 1000;

/** What tutors and above need for their work. */
export interface DeskTables {
  /** The courses of a tutor. `account.teaches_all` stands for all of them. */
  teaches: { account_id: number; course_id: number };
  /** Who works on a hand-in, and since when. */
  hand_in_claim: { upload_id: number; account_id: number; since: number };
  /** What the answer to a hand-in has replaced, as JSON, until its student has been told. */
  answer_before: { upload_id: number; data: string };
  /** Comments to use again; those of the school have no account. */
  saved_comment: SavedCommentTable;
  /** What tutors have added to hand-ins: files on which they have drawn, and recordings. */
  marked_file: {
    upload_id: number;
    /** The position of the file in its hand-in; `VOICE_POSITION`: the recording. */
    position: number;
    /** The pages of the drawing, as JSON. */
    drawing: string;
    /** The pinned comments of the drawing in the contract's form, as JSON; null: none. */
    pins: string | null;
    name: string;
    type: string;
    size: number;
    checksum: string;
    /** The marked copy's name in the store. */
    stored: string;
  };
}

export interface SavedCommentTable {
  id: Generated<number>;
  account_id: number | null;
  name: string;
  text: string;
}
