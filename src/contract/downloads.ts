import * as v from "valibot";
import { UUID } from "../lib/uuid.ts";
import { call } from "./call.ts";
import { releaseNotes } from "./releases.ts";
import { list, text, type WireSchema, withDefault } from "./wire.ts";

export const SYSTEMS = ["windows", "macos", "linux"] as const;

export type System = (typeof SYSTEMS)[number];

const installer = v.object({
  system: v.string(),
  version: text,
  /** Relative to the file server's base address, or an absolute address. */
  url: v.string(),
  /** Bytes. */
  size: withDefault(v.number(), 0),
  /** SHA-256 of the bytes, hex. */
  checksum: text,
  /** A signed `release` with the checksum of the file; empty if the school has not signed it. */
  signature: text,
});

export type Installer = v.InferOutput<typeof installer>;

/**
 * Only at our school: the installers of the desktop app. 403 for people who may not download it.
 */
export const getDownloads = call.get("/downloads", {
  answer: v.object({
    /** One installer for each system; empty if the school offers none. */
    downloads: v.array(installer),
    /** All packages of the latest version. A system may have several kinds. */
    packages: list(installer),
    /** The release notes of the latest version, by language. */
    notes: v.fallback(releaseNotes, {}),
  }),
});

/** The serial number for the desktop app; false on an error, or if the person may not have it. */
export const getSerialNumber = call.post("/user/get-serial-number", {
  body: v.object({ version: v.nullish(v.string(), "") }),
  answer: v.object({
    serialNumber: v.pipe(
      v.unknown(),
      v.transform((value) => (typeof value === "string" && UUID.test(value) ? value : null)),
    ) as WireSchema<string | false, string | null>,
  }),
});
