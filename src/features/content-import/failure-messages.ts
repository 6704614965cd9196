import type { MessageId } from "../../i18n/message-id.ts";
import type { ImportFailure } from "../../offline/content-import/import-source.ts";

/** Why content was not imported. */
export const importFailureMessages = {
  "damaged-zip": "import-failure.damaged-zip",
  encrypted: "import-failure.encrypted",
  "unknown-compression": "import-failure.unknown-compression",
  unsafe: "import-failure.unsafe",
  "too-big": "import-failure.too-big",
  "no-index": "import-failure.no-index",
  "damaged-index": "import-failure.damaged-index",
  "wrong-version": "import-failure.wrong-version",
  "damaged-files": "import-failure.damaged-files",
  unreadable: "import-failure.unreadable",
  cancelled: "import-failure.cancelled",
  "no-room": "import-failure.no-room",
  forbidden: "import-failure.forbidden",
} as const satisfies Record<ImportFailure["kind"], MessageId>;

/** The values in a failure's message: a file name or a number of files. */
export const importFailureValues = (failure: ImportFailure): Record<string, string | number> => ({
  file: "file" in failure ? failure.file : "",
  count: "count" in failure ? failure.count : 0,
});
