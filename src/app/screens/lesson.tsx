import { type ReactNode, useState } from "react";
import { useSnapshot } from "valtio";
import LessonScreen from "../../features/lessons/lesson-screen.tsx";
import type { LessonToolProps } from "../../features/lessons/lesson-tools.tsx";
import { only } from "../create-inside.ts";
import { coursePath, lessonPath } from "../paths.ts";
import { createLessonServices } from "./lesson-services.tsx";
import type { ScreenProps } from "./screen-props.ts";
import { loadTool, Tool } from "./study-tools.ts";
import { whenThere } from "./when-there.ts";

export interface LessonProps extends ScreenProps {
  product: string;
  course: string;
  lesson: string;
  /** The menu of languages: a lesson has no header. */
  language: ReactNode;
}

const Lesson = ({ app, services, product, course, lesson, language, onTerm }: LessonProps) => {
  // One component for as long as the person is the same: another would lose what it shows.
  const [OwnTool] = useState(() => (tool: LessonToolProps) => (
    <Tool {...tool} app={app} services={services} />
  ));
  const { name } = useSnapshot(app.organisation.state);
  return (
    <LessonScreen
      key={`${product}/${course}/${lesson}`}
      services={only({ app, services }, createLessonServices)}
      organisationName={name}
      productKey={product}
      courseKey={course}
      lessonName={lesson}
      language={language}
      coursePath={coursePath}
      lessonPath={lessonPath}
      onTerm={onTerm}
      Tool={OwnTool}
      loadTool={() => whenThere(loadTool, app)}
    />
  );
};

export default Lesson;
