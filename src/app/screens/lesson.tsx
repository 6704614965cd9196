import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import LessonScreen from "../../features/lessons/lesson-screen.tsx";
import { coursePath, lessonPath } from "../paths.ts";
import type { ScreenProps } from "./screen-props.ts";

export interface LessonProps extends ScreenProps {
  product: string;
  course: string;
  lesson: string;
  /** The menu of languages: a lesson has no header. */
  language: ReactNode;
}

const Lesson = ({ app, services, product, course, lesson, language, onTerm }: LessonProps) => {
  const { name } = useSnapshot(app.organisation.state);
  return (
    <LessonScreen
      key={`${product}/${course}/${lesson}`}
      services={services}
      organisationName={name}
      productKey={product}
      courseKey={course}
      lessonName={lesson}
      language={language}
      coursePath={coursePath}
      lessonPath={lessonPath}
      onTerm={onTerm}
    />
  );
};

export default Lesson;
