import * as v from "valibot";
import { type Announcement, getActiveAnnouncements } from "../../contract/announcements.ts";
import type { Id } from "../../contract/wire.ts";
import { createPages, createResource } from "../../core/create-resource.ts";
import { createStored } from "../../core/stored.ts";
import type { Day } from "../../domain/calendar.ts";
import { Result } from "../../lib/result.ts";
import type { KeyValue } from "../../platform/ports.ts";
import type { CallFailure } from "../../transport/call-failure.ts";
import type { Send } from "../../transport/transport.ts";

/** The number of hidden announcements to remember; older ones have ended. */
const MAX_REMEMBERED = 200;

interface AnnouncementsOptions {
  send: Send;
  storage: KeyValue;
  organisationId: Id;
  personId: Id;
  today: () => Day<"school">;
}

/**
 * The school's announcements to one person, without those that the person has hidden, and without those of
 * earlier days: the list may have been kept since then.
 */
export const createAnnouncements = (options: AnnouncementsOptions) => {
  const { send, organisationId, personId } = options;
  const hidden = createStored(options.storage, "hidden-announcements.v1", v.array(v.string()));
  const nameOf = ({ id }: Announcement) => JSON.stringify([personId, organisationId, id]);

  const toShow = (list: readonly Announcement[]) => {
    const names = new Set(hidden.read());
    const today = options.today();
    return list.filter((each) => (each.to ?? today) >= today && !names.has(nameOf(each)));
  };

  const resource = createResource<readonly Announcement[], CallFailure>({
    async fetch(onNewer) {
      const params = { id: organisationId };
      const answer = await send(getActiveAnnouncements, { params, onNewer });
      if (!answer.ok) return answer;
      let { announcements, cursor } = answer.value;
      // The person may have hidden a whole page.
      while (cursor !== null && toShow(announcements).length === 0) {
        const next = await send(getActiveAnnouncements, { params, query: { before: cursor } });
        if (!next.ok) break;
        ({ announcements, cursor } = next.value);
      }
      pages.start(cursor);
      return Result.ok(toShow(announcements));
    },
  });

  const pages = createPages({
    resource,
    keyOf: ({ id }) => id,
    async fetch(before) {
      const params = { id: organisationId };
      const answer = await send(getActiveAnnouncements, { params, query: { before } });
      if (!answer.ok) return answer;
      const { announcements, cursor } = answer.value;
      return Result.ok({ entries: toShow(announcements), cursor });
    },
  });

  return {
    state: resource.state,
    /** The pages after the first one. */
    pages,
    /** Fetches them once. A failure is silent, because nobody asked for them. */
    load: resource.load,
    /** Never shows it again to this person on this machine. */
    hide(announcement: Announcement): void {
      const names = [...(hidden.read() ?? []), nameOf(announcement)];
      hidden.write(names.slice(-MAX_REMEMBERED));
      resource.update((list) => list?.filter(({ id }) => id !== announcement.id) ?? null);
    },
  };
};
