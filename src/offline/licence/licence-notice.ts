import * as v from "valibot";
import { createStored } from "../../core/stored.ts";
import { type NoticeDays, noticeDue } from "../../domain/licence-end.ts";
import type { KeyValue } from "../../platform/ports.ts";
import { type StoredLicence, schoolDayOf } from "./stored-licence.ts";

/** The notice that was dismissed: the last day it was about, and how many days before. */
const storedNotice = v.object({ until: v.string(), days: v.number() });

/** Decides when to announce the end of a licence from a file. */
export const createLicenceNotice = (storage: KeyValue) => {
  const stored = createStored(storage, "licence-notice.v1", storedNotice);
  return {
    /** The number of days to announce; null if it is too early, or if the notice was dismissed. */
    due(licence: StoredLicence | null): NoticeDays | null {
      if (!licence?.until) return null;
      const due = noticeDue(licence.until, schoolDayOf(licence)(licence.times.highest));
      const seen = stored.read();
      return due !== null && seen?.until === licence.until && seen.days <= due ? null : due;
    },

    /** Dismisses the notice. The next one is shown closer to the end. */
    dismiss(licence: StoredLicence | null, days: NoticeDays | null) {
      if (licence?.until && days) stored.write({ until: licence.until, days });
    },
  };
};
