import { type ReactNode, useEffect, useState } from "react";
import { useIntl } from "react-intl";
import { useSnapshot } from "valtio";
import { Link } from "wouter";
import { titleIn } from "../../domain/translated.ts";
import { useText } from "../../i18n/use-text.ts";
import { useTitle } from "../../ui/use-title.ts";
import { CourseProblem } from "./course-problem.tsx";
import { createLessonModel } from "./lesson-model.ts";
import { LessonProblem } from "./lesson-problem.tsx";
import styles from "./lesson-screen.module.css";
import type { LessonToolsProps } from "./lesson-tools.tsx";
import { LessonView } from "./lesson-view.tsx";
import type { LessonPath, LessonServices } from "./lessons-services.ts";

export interface LessonScreenProps extends Pick<LessonToolsProps, "Tool" | "loadTool"> {
  services: LessonServices;
  organisationName: string;
  productKey: string;
  courseKey: string;
  lessonName: string;
  language: ReactNode;
  coursePath: (product: string, course: string) => string;
  lessonPath: LessonPath;
  /** Opens a glossary entry over the lesson. */
  onTerm: (term: string) => void;
}

/** A lesson fills the page: the header gives way to a bar that leads back. */
const LessonScreen = (props: LessonScreenProps) => {
  const { services, productKey, courseKey, lessonName } = props;
  const text = useText();
  const { locale } = useIntl();
  const [model] = useState(() =>
    createLessonModel({ ...services, productKey, courseKey, name: lessonName }),
  );
  const { lesson, failure } = useSnapshot(model.state);
  const { failure: courseFailure, selection } = useSnapshot(services.study.state);
  useTitle(lesson ? titleIn(lesson.title, locale) : "", props.organisationName);

  useEffect(() => {
    void model.start();
    return model.stop;
  }, [model]);

  if (courseFailure) {
    return <CourseProblem failure={courseFailure} onRetry={() => void model.start()} />;
  }
  return (
    <>
      <nav className={styles.bar} aria-label={text("lessons.list")}>
        <div className={`wrap ${styles.row}`}>
          <Link className={styles.back} href={props.coursePath(productKey, courseKey)}>
            {text("lesson.back")}
          </Link>
          {props.language}
        </div>
      </nav>
      <main id="content" tabIndex={-1} className={`wrap ${styles.screen}`}>
        {failure ? (
          <LessonProblem
            failure={failure}
            services={services}
            hrefOf={(key) => props.lessonPath(productKey, courseKey, key)}
            onRetry={() => void model.start()}
          />
        ) : null}
        {lesson && selection && !failure ? (
          <LessonView {...props} lesson={lesson} selection={selection} model={model} />
        ) : null}
        {lesson || failure ? null : (
          <p className={styles.loading} role="status">
            {text("lesson.loading")}
          </p>
        )}
      </main>
    </>
  );
};

export default LessonScreen;
