import { DESK_STUDENTS } from "../../../app-context/desk-links.ts";
import { createFeature } from "../../../app-context/feature.ts";
import { TUTOR_LEVEL } from "../../../domain/roles.ts";
import { createDeskChunk } from "../desk-chunk.ts";

/** The students of one's courses. */
export const deskStudents = createFeature({
  path: DESK_STUDENTS,
  title: "desk.name",
  level: TUTOR_LEVEL,
  load: createDeskChunk(
    () => import(/* webpackChunkName: "desk-students" */ "./students-screen.tsx"),
  ),
});

/** The page of a student. */
export const deskStudent = createFeature({
  path: `${DESK_STUDENTS}/:id`,
  title: "desk.name",
  level: TUTOR_LEVEL,
  load: createDeskChunk(
    () => import(/* webpackChunkName: "desk-students" */ "./student-screen.tsx"),
  ),
});
