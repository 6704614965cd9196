import type { getCourses } from "../../contract/account.ts";
import type { SentAnswer } from "../../contract/call.ts";
import type { Student } from "../accounts/session/reader.ts";
import type { Services } from "../services.ts";
import { coursePicture } from "./course-picture.ts";
import { type OwnCourse, ownCourses } from "./reading.ts";

const sent = ({ entry: { key, product, course }, entry, subscription }: OwnCourse) => ({
  id: course.props.id,
  key,
  image: coursePicture(entry),
  title: course.props.title,
  translations: course.props.translations,
  order: product.data.courseOrder.indexOf(key) + 1,
  cdId: product.data.props.id,
  weeklyTarget: course.props.weeklyTarget,
  user_courses: {
    expDate: subscription.expDate,
    expDateReal: subscription.expDate,
    subDate: subscription.subDate,
    subMonths: subscription.subMonths,
  },
});

/** The person's courses, with the exact dates of their subscriptions. */
export const sentCourses = async (
  services: Pick<Services, "catalogue" | "database">,
  person: Student,
): Promise<SentAnswer<typeof getCourses>> => {
  const own = await ownCourses(services, services.database.read, person);
  return { courses: own.map(sent) };
};
