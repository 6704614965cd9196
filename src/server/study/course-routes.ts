import { getCourses } from "../../contract/account.ts";
import { type App, route } from "../http/route.ts";
import type { Services } from "../services.ts";
import { sentCourses } from "./sent-courses.ts";

export const courseRoutes = (app: App, services: Services): void => {
  route(app, services, getCourses, ({ person }) => sentCourses(services, person));
};
