import type { SentAnnouncement } from "../../contract/announcements.ts";
import type { AssignedDraft } from "../../contract/assignments.ts";
import type { SentProduct } from "../../contract/content.ts";
import type { SentOrganisation } from "../../contract/organisation.ts";
import type { SentFaq, SentInstruction, SentTerm } from "../../contract/reference.ts";
import type { FilmSite } from "../../domain/outside-film.ts";
import type { SchoolPage } from "../../domain/school-page.ts";
import type { TimedText } from "../../domain/timed-texts.ts";
import type { MailTexts } from "../news/mail-texts.ts";
import type { Picture } from "../pictures/picture.ts";
import type { ProblemMark, ProblemPlace } from "./problem-place.ts";

/** A file that the content refers to, still in the author's folder. */
export interface SchoolFile {
  kind: "asset" | "icon" | "assignment" | "glossary";
  /**
   * Upper-case key of its product; null for the glossary's pictures, which belong to the school.
   */
  product: string | null;
  /** The name that the content uses: a relative path of `/`-joined segments. */
  title: string;
  /** The path of the source file, or the bytes of a figure that was drawn. */
  source: string | Buffer;
  /** Media type, from the file extension. */
  type: string;
  /** Bytes. */
  size: number;
  /** SHA-256 of the bytes, lower-case hex. */
  checksum: string;
  /** A link offers it as a download, so it is sent unconverted. */
  isDownload?: true;
}

export interface SchoolAssignment {
  lessonId: number;
  product: string;
  title: Record<string, string>;
  instructions: string | null;
  image: string | null;
  /** How it is judged: each point by language. */
  criteria: Record<string, string>[];
  draft: AssignedDraft | null;
}

/** Captions that an author placed beside a video. */
export interface SchoolCaptions {
  /** Upper-case key of the product. */
  product: string;
  /** The video's name. */
  asset: string;
  language: string;
  /** Sorted by time. */
  texts: TimedText[];
}

/** The icon of a school in the browser's tab. */
export interface SchoolIcon {
  /** A `data:` address. */
  data: string;
  /** The start of its checksum. */
  tag: string;
}

/** The appearance of a school, besides its organisation. */
export interface SchoolBrand {
  icon: SchoolIcon | null;
  /** The name under the installed app's icon; empty: the browser shortens the title. */
  shortName: string;
}

/** Whether tutors answer in the app or by mail. */
export type TutorTalk = "here" | "mail";

/** What a course shows to everybody, without sign-in. */
export interface PublicCourse {
  /** Upper-case keys. */
  product: string;
  course: string;
  /** Plain text by language; empty where there is none. */
  description: Record<string, string>;
  /** The name of an asset. */
  picture: string | null;
  /** The id of the lesson that everybody may read. */
  freeLesson: number | null;
  /** Names, one a line, by language. */
  teachers: Record<string, string>;
  price: Record<string, string>;
  /** A form that sends a mail to the school, or the address of its shop; null: neither. */
  enrol: "mail" | { address: string } | null;
}

/** What everybody may read. */
export interface PublicSite {
  courses: PublicCourse[];
  /** HTML by language. */
  pages: Record<SchoolPage, Record<string, string>>;
}

/** The result of compiling an author's folder: everything that the server needs. */
export interface CompiledSchool {
  /** The first one is the language of whatever others lack. */
  languages: string[];
  organisation: SentOrganisation;
  brand: SchoolBrand;
  mails: MailTexts;
  announcements: SentAnnouncement[];
  tutorTalk: TutorTalk;
  /** Whether tutors may record their answers to hand-ins. */
  voiceAnswers: boolean;
  /** The companies whose films lessons may show. */
  outsideFilms: FilmSite[];
  /** In the order of school.yaml; lessons include their html. */
  products: SentProduct[];
  assignments: SchoolAssignment[];
  faqs: SentFaq[];
  glossary: SentTerm[];
  instructions: SentInstruction[];
  files: SchoolFile[];
  captions: SchoolCaptions[];
  publicSite: PublicSite;
  pictures?: Picture[];
}

/** A problem that the author has to fix. */
export interface ContentProblem {
  /** Relative to the school's folder. */
  file: string;
  /** From 1. */
  line: number;
  message: string;
  /** What it is about, and where; only of a whole folder. */
  about?: ProblemMark & { readonly place: ProblemPlace };
}
