import type { Files } from "../../core/files.ts";
import type { Lessons } from "../../core/lessons.ts";
import type { Place } from "../../core/place.ts";
import type { Progress } from "../../core/progress.ts";
import type { Study } from "../../core/study.ts";
import type { LessonMedia } from "./lesson-media.ts";

/** What the lesson screens work with. */
export interface LessonsServices {
  study: Study;
  progress: Progress;
  place: Place;
  lessons: Lessons;
  files: Files;
}

/** What a lesson itself needs beside. */
export interface LessonServices extends LessonsServices {
  media: LessonMedia;
}

/** Makes the address of a lesson at one of its pages, from 1. */
export type LessonPath = (product: string, course: string, lesson: string, page?: number) => string;
