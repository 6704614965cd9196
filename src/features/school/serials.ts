import { proxy } from "valtio/vanilla";
import { createPagedLists, useList } from "../../app-context/paged-list.ts";
import { STAFF_SCHOOL } from "../../app-context/staff-links.ts";
import type { SchoolCourse } from "../../contract/staff-people.ts";
import {
  getSerials,
  postSerial,
  revokeSerial,
  SERIALS_LIST,
  type SentSerial,
} from "../../contract/staff-school.ts";
import type { Send } from "../../transport/transport.ts";

interface NewSerial {
  readonly name: string;
  readonly seats: number;
  readonly courses: string[];
}

/** The serial numbers of the desktop app. */
export const createSerials = (send: Send) => {
  const school = proxy({ courses: [] as readonly SchoolCourse[] });
  const lists = createPagedLists({
    fetch: (query) => send(getSerials, { query }),
    read({ serials, courses, ...page }) {
      school.courses = courses;
      return { entries: serials, ...page };
    },
    keyOf: ({ serial }: SentSerial) => serial,
  });
  const reload = () => Promise.all([...lists.kept.values()].map((list) => list.load()));
  return {
    school,
    lists,

    /** @returns the number; null if it was not issued */
    async issue(body: NewSerial): Promise<string | null> {
      const answer = await send(postSerial, { body });
      if (!answer.ok) return null;
      await reload();
      return answer.value.serial;
    },

    async revoke(serial: string): Promise<boolean> {
      const answer = await send(revokeSerial, { params: { serial } });
      if (answer.ok) await reload();
      return answer.ok;
    },
  };
};

type Serials = ReturnType<typeof createSerials>;

/** The list of serial numbers that the address asks for. */
export const useSerialList = ({ lists }: Serials) => useList(STAFF_SCHOOL, SERIALS_LIST, lists);
