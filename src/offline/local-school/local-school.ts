import type { Product } from "../../contract/content.ts";
import { getOrganisation } from "../../contract/organisation.ts";
import type { Id } from "../../contract/wire.ts";
import { completedIds, createAccessCheck } from "../../domain/course-status.ts";
import { Result } from "../../lib/result.ts";
import type { Clock, KeyValue } from "../../platform/ports.ts";
import type { Transport } from "../../transport/transport.ts";
import type { LocalContent } from "../local-content.ts";
import { assetAddress, contentHandlers } from "./content-handlers.ts";
import { createRouter, handle, refused } from "./handlers.ts";
import { measurementHandlers } from "./measurement-handlers.ts";
import { createStudyRecord, studyHandlers } from "./study-handlers.ts";

interface LocalSchoolOptions {
  content: LocalContent;
  storage: KeyValue;
  /** Whose progress and measurements are stored. */
  personId: () => Id;
  now: Clock;
  level: () => number;
  language: () => string;
}

/**
 * Answers every call from this machine and sends nothing. Calls for which a school is needed, such as
 * messages, fail with 404.
 */
export const createLocalSchool = (options: LocalSchoolOptions): Transport => {
  const { content, storage, personId, level } = options;
  const record = createStudyRecord(storage, personId);
  const access = (product: Product) =>
    createAccessCheck(product, completedIds(record.studied()), level());
  const { send, sendForBytes } = createRouter([
    ...contentHandlers({ ...options, access }),
    ...studyHandlers({ ...options, record }),
    ...measurementHandlers(options),
    // Its name, logo and colour come with the content.
    handle(getOrganisation, () => {
      const organization = content.organisation();
      return organization ? Result.ok({ organization }) : refused(404, "organisation/not_found");
    }),
  ]);
  return {
    base: "",
    send,
    sendForBytes,
    assetAddress: assetAddress(options),
    // All content is on the disk, so nothing is prefetched.
    prefetch: () => undefined,
  };
};
