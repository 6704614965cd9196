import * as v from "valibot";
import { createStored } from "../../core/stored.ts";
import { type NoticeDays, noticeDue } from "../../domain/licence-end.ts";
import type { KeyValue } from "../../platform/ports.ts";
import type { KeptLicence } from "./kept-licence.ts";

/** The notice that was put away: of which end, and how many days before it. */
const storedNotice = v.object({ until: v.string(), days: v.number() });

/** Says in time that a licence from a file ends. */
export const createLicenceNotice = (storage: KeyValue) => {
  const stored = createStored(storage, "licence-notice.v1", storedNotice);
  return {
    /** How many days before the end it is said; null: it is too early, or was put away. */
    due(licence: KeptLicence | null): NoticeDays | null {
      if (!licence?.until) return null;
      const due = noticeDue(licence.until, licence.times.highest);
      const seen = stored.read();
      return due !== null && seen?.until === licence.until && seen.days <= due ? null : due;
    },

    /** It has been seen; the next one comes nearer to the end. */
    putAway(licence: KeptLicence | null, days: NoticeDays | null) {
      if (licence?.until && days) stored.write({ until: licence.until, days });
    },
  };
};
