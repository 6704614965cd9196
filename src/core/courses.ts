import { proxy, ref } from "valtio/vanilla";
import { getCourses, type UserCourse } from "../contract/account.ts";
import { getProducts, type ProductEntry } from "../contract/content.ts";
import { dayOf } from "../domain/calendar.ts";
import { type CourseMenuEntry, type CourseMenuGroup, courseMenu } from "../domain/course-menu.ts";
import { sameKey } from "../domain/menu-position.ts";
import type { Clock } from "../platform/ports.ts";
import type { Send } from "../transport/transport.ts";

export interface CoursesOptions {
  send: Send;
  now: Clock;
  level: () => number;
}

/** The products of the school and the courses of the person who is signed in. */
export const createCourses = ({ send, now, level }: CoursesOptions) => {
  const state = proxy({
    status: "loading" as "loading" | "ready" | "failed",
    products: ref<readonly ProductEntry[]>([]),
    groups: ref<readonly CourseMenuGroup[]>([]),
  });

  let loading = Promise.resolve();

  const fetchLists = async (): Promise<void> => {
    const onNewer = () => void renew();
    const [products, courses] = await Promise.all([
      send(getProducts, { onNewer }),
      send(getCourses, { onNewer }),
    ]);
    if (!products.ok || !courses.ok) {
      // The lists that are there are better than none.
      if (state.status === "loading") state.status = "failed";
      return;
    }
    const { cds } = products.value;
    const mine: UserCourse[] = courses.value.courses;
    state.products = ref(cds);
    state.groups = ref(courseMenu(cds, mine, dayOf(now()), level()));
    state.status = "ready";
  };

  /** Fetches the lists anew, while those that are there can be used. */
  const renew = (): Promise<void> => {
    loading = fetchLists();
    return loading;
  };

  return {
    state,
    load(): Promise<void> {
      state.status = "loading";
      loading = fetchLists();
      return loading;
    },
    renew,
    /** Resolves once the lists are there, or are not to be had. */
    settled: () => loading,
    /** A course of theirs by its key, in any case. */
    find: (key: string): CourseMenuEntry | null =>
      state.groups
        .flatMap((group) => group.courses)
        .find((entry) => sameKey(entry.course.key, key)) ?? null,
    hasProduct: (key: string): boolean =>
      state.products.some((product) => sameKey(product.cd, key)),
  };
};

export type Courses = ReturnType<typeof createCourses>;
