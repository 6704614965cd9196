import { proxy, ref } from "valtio/vanilla";
import { getCourses, type UserCourse } from "../contract/account.ts";
import { getProducts, type ProductEntry } from "../contract/content.ts";
import type { Day } from "../domain/calendar.ts";
import { type CourseMenuEntry, type CourseMenuGroup, courseMenu } from "../domain/course-menu.ts";
import { sameKey } from "../domain/menu-position.ts";
import type { Send } from "../transport/transport.ts";

interface CoursesOptions {
  send: Send;
  today: () => Day<"school">;
  level: () => number;
  /** Whether expired courses are closed, except for administrators. */
  closesExpired: boolean;
}

/**
 * The products of the school and the courses of the signed-in person.
 *
 * It is no `createResource`: a refresh after the content was replaced must not share a request that
 * started before, and the start page waits for the latest request, whatever its result (`settled`).
 */
export const createCourses = ({ send, today, level, closesExpired }: CoursesOptions) => {
  const state = proxy({
    status: "loading" as "loading" | "ready" | "failed",
    products: ref<readonly ProductEntry[]>([]),
    groups: ref<readonly CourseMenuGroup[]>([]),
  });

  const first = Promise.withResolvers<void>();
  let loading = first.promise;

  const fetchLists = async (): Promise<void> => {
    const onNewer = () => void refresh();
    const [products, courses] = await Promise.all([
      send(getProducts, { onNewer }),
      send(getCourses, { onNewer }),
    ]);
    if (!products.ok || !courses.ok) {
      // Lists from an earlier request stay.
      if (state.status === "loading") state.status = "failed";
      return;
    }
    const { cds } = products.value;
    const mine: UserCourse[] = courses.value.courses;
    state.products = ref(cds);
    state.groups = ref(courseMenu(cds, mine, today(), level(), closesExpired));
    state.status = "ready";
  };

  /** Fetches the lists again. The present ones can be used meanwhile. */
  const refresh = (): Promise<void> => {
    loading = fetchLists().finally(first.resolve);
    return loading;
  };

  return {
    state,
    /** Fetches the lists, with the status `loading` meanwhile. */
    load(): Promise<void> {
      state.status = "loading";
      return refresh();
    },
    refresh,
    /**
     * Resolves when the latest request has ended, with or without lists. Before the first one it
     * waits for that: a screen asks before the app has begun to fetch them.
     */
    settled: () => loading,
    /** Finds a course of the person by its key, in any case. */
    find: (key: string): CourseMenuEntry | null =>
      state.groups
        .flatMap((group) => group.courses)
        .find((entry) => sameKey(entry.course.key, key)) ?? null,
    hasProduct: (key: string): boolean =>
      state.products.some((product) => sameKey(product.cd, key)),
  };
};

export type Courses = ReturnType<typeof createCourses>;
