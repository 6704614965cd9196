import type { Generated } from "kysely";

/** The content, and the files in the store. */
export interface ContentTables {
  /** A product without its lessons' html. */
  product: { key: string; position: number; data: string };
  lesson: {
    product: string;
    key: string;
    dbid: number;
    checksum: string;
    data: string;
    /** The names of the assets in its pages, by language. */
    assets: string;
  };
  /** `faqs`, `glossary`, `instructions`: each a whole list. */
  listing: { name: string; data: string };
  assignment: {
    lesson_id: number;
    product: string;
    title: string;
    instructions: string | null;
    image: string | null;
    /** How it is judged: a list of points, each by language, as JSON; null if the author says nothing. */
    criteria: string | null;
    /** The draft that it asks for, in the contract's form; null if it asks for none. */
    draft: string | null;
  };
  /** Captions of videos. The author's apply to every lesson; a tutor's apply to one lesson. */
  video_text: {
    product: string;
    /** 0 for the author's. */
    lesson_id: number;
    asset: string;
    language: string;
    /** The cues; empty when tutors have removed them. */
    texts: string;
  };
  /**
   * The searchable pages of lessons. `head` holds the titles and `folded` all text, without
   * accents. Their words are in `lesson_index`, by the same ids; see `search-index.ts`.
   */
  lesson_text: {
    /** Never used again after an import. */
    id: number;
    lesson_id: number;
    language: string;
    page: number;
    head: string;
    folded: string;
    body: string;
  };
  file: {
    kind: string;
    /** Empty for files that belong to the school. */
    product: string;
    title: string;
    type: string;
    size: number;
    checksum: string;
    /** 1: a link offers it as a download, so the desktop app keeps the file itself, and no smaller form. */
    is_download: Generated<number>;
  };
  /** The pictures of the content, by the checksum of the author's file. */
  picture: {
    source: string;
    /** The version of the conversion; `NOT_CONVERTED` for a photo that is measured only. */
    recipe: number;
    /** Pixels; 0 if unknown. */
    width: number;
    height: number;
    /** Why it has no variants; null if nothing is wrong. */
    problem: string | null;
  };
  /** The smaller forms of a picture. */
  picture_variant: {
    source: string;
    type: string;
    width: number;
    size: number;
    checksum: string;
  };
  /** Stored content files that are not in use, and since when. */
  unused_file: { checksum: string; since: number };
  /** Files in an S3-compatible store, as they were put there, by folder and name. */
  stored_object: { name: string; size: number; checksum: string; tag: string; since: number };
}
