import { proxy } from "valtio/vanilla";
import type { App } from "../../app-context/app.ts";
import { serviceOf } from "../../app-context/service.ts";
import type { TaughtCourse } from "../../contract/desk.ts";

const create = () => proxy({ courses: [] as readonly TaughtCourse[] });

/** The courses whose students the signed-in tutor sees: those that the last list has brought. */
export const taughtCoursesOf = (app: App) => serviceOf(app, create);
