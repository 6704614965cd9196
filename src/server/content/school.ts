import type { SentAnnouncement } from "../../contract/announcements.ts";
import type { SentProduct } from "../../contract/content.ts";
import type { SentOrganisation } from "../../contract/organisation.ts";
import type { SentFaq, SentInstruction, SentTerm } from "../../contract/reference.ts";
import type { TimedText } from "../../domain/timed-texts.ts";

/** A file that the content names, still lying in the author's folder. */
export interface SchoolFile {
  kind: "asset" | "icon" | "assignment" | "glossary";
  /** Upper-case key of its product; null for the glossary's pictures, which are the school's. */
  product: string | null;
  /** The name by which the content calls it: a relative path of `/`-joined segments. */
  title: string;
  /** Where it lies now. */
  source: string;
  /** Media type, from the name's ending. */
  type: string;
  /** Bytes. */
  size: number;
  /** SHA-256 of the bytes, lower-case hex. */
  checksum: string;
}

export interface SchoolAssignment {
  lessonId: number;
  product: string;
  title: Record<string, string>;
  instructions: string | null;
  image: string | null;
}

/** Captions that an author laid beside a video. */
export interface SchoolCaptions {
  /** Upper-case key of the product. */
  product: string;
  /** The video's name. */
  asset: string;
  language: string;
  /** In order of time. */
  texts: TimedText[];
}

/** Whether tutors answer here, or by mail. */
export type TutorTalk = "here" | "mail";

/** What an author's folder becomes: everything that the server needs to teach it. */
export interface CompiledSchool {
  languages: string[];
  organisation: SentOrganisation;
  announcements: SentAnnouncement[];
  tutorTalk: TutorTalk;
  /** In the order of school.yaml; lessons whole, with their html. */
  products: SentProduct[];
  assignments: SchoolAssignment[];
  faqs: SentFaq[];
  glossary: SentTerm[];
  instructions: SentInstruction[];
  files: SchoolFile[];
  captions: SchoolCaptions[];
}

/** Something that an author has to mend. */
export interface ContentProblem {
  /** Relative to the school's folder. */
  file: string;
  /** From 1. */
  line: number;
  message: string;
}
