import { testLessonHtml } from "./lesson-html.ts";

testLessonHtml();
