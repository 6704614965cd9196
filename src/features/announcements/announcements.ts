import * as v from "valibot";
import { proxy, ref } from "valtio/vanilla";
import { type Announcement, getActiveAnnouncements } from "../../contract/announcements.ts";
import type { Id } from "../../contract/wire.ts";
import { createStored } from "../../core/stored.ts";
import type { KeyValue } from "../../platform/ports.ts";
import type { Send } from "../../transport/transport.ts";

/** The number of hidden announcements to remember; older ones have ended. */
const MAX_REMEMBERED = 200;

export interface AnnouncementsOptions {
  send: Send;
  storage: KeyValue;
  organisationId: Id;
  personId: Id;
  /** Loads the code that shows them; called only if there are any. */
  prepare: () => Promise<unknown>;
}

/** The school's announcements to one person, without those that the person has hidden. */
export const createAnnouncements = (options: AnnouncementsOptions) => {
  const { send, organisationId, personId } = options;
  const hidden = createStored(options.storage, "hidden-announcements.v1", v.array(v.string()));
  const state = proxy({ list: [] as readonly Announcement[] });
  let isKnown = false;
  const nameOf = ({ id }: Announcement) => JSON.stringify([personId, organisationId, id]);

  const withoutHidden = (list: readonly Announcement[]) => {
    const names = new Set(hidden.read());
    return list.filter((announcement) => !names.has(nameOf(announcement)));
  };

  const load = async (): Promise<void> => {
    if (isKnown) return;
    isKnown = true;
    const onNewer = () => {
      isKnown = false;
      void load();
    };
    const answer = await send(getActiveAnnouncements, { params: { id: organisationId }, onNewer });
    isKnown = answer.ok;
    const list = answer.ok ? withoutHidden(answer.value.announcements) : [];
    // The announcements on screen have ended.
    if (list.length === 0 && state.list.length === 0) return;
    try {
      await options.prepare();
      state.list = ref(list);
    } catch {
      isKnown = false;
    }
  };

  return {
    state,
    /** Fetches them once. A failure is silent, because nobody asked for them. */
    load,
    /** Never shows it again to this person on this machine. */
    hide(announcement: Announcement): void {
      const names = [...(hidden.read() ?? []), nameOf(announcement)];
      hidden.write(names.slice(-MAX_REMEMBERED));
      state.list = ref(state.list.filter(({ id }) => id !== announcement.id));
    },
  };
};

export type Announcements = ReturnType<typeof createAnnouncements>;
