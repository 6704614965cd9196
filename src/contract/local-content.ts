import * as v from "valibot";
import { checksum } from "./checksum.ts";

/**
 * The folder in which a desktop app stores content: index files, and `files/` with the cached
 * bytes. A school exports the same folder, or a zip of it.
 */

export const INDEX_FILES = [
  "content.json",
  "faqs.json",
  "glossary.json",
  "instructions.json",
  "filetree.json",
] as const;

/** Index files that may be missing, and that older apps ignore. */
export const OPTIONAL_INDEX_FILES = ["captions.json", "organisation.json"] as const;

export const ALL_INDEX_FILES = [...OPTIONAL_INDEX_FILES, ...INDEX_FILES] as const;

export type IndexFile = (typeof ALL_INDEX_FILES)[number];

/**
 * `data` is the value of the only field of the server's answer: `content` (`{products}`), `faqs`,
 * `glossary`, `courseInstructions`. In `filetree.json` it is a `FileTree`, in `captions.json` the
 * list of `getCaptions`, in `organisation.json` the `organization` of the school. `checksum` is the SHA-256 of `JSON.stringify(data)`, lower-case hex.
 */
export const indexEnvelope = v.object({
  version: v.literal(1),
  checksum: v.string(),
  data: v.unknown(),
});

/** The name of a cached file: 40 random hex digits and `.cache`. */
export const CACHE_NAME = /^[\da-f]{40}\.cache$/;

const cachedFile = v.object({
  filename: v.pipe(v.string(), v.regex(CACHE_NAME)),
  checksum,
  size: v.pipe(v.number(), v.integer(), v.minValue(0)),
  /** Whether the bytes are stored in `files/` and verified. */
  present: v.boolean(),
  /** Whether they are the version that the server listed last. */
  synced: v.boolean(),
});

export type CachedFile = v.InferOutput<typeof cachedFile>;

/** The data of `filetree.json`: entries by name in the tree, then by language. */
export const fileTree = v.record(v.string(), v.record(v.string(), cachedFile));

export type FileTree = v.InferOutput<typeof fileTree>;
