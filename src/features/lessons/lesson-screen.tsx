import { type ReactNode, useEffect, useState } from "react";
import { useIntl } from "react-intl";
import { useSnapshot } from "valtio";
import { Link } from "wouter";
import { coursePath } from "../../app-context/links.ts";
import { useApp } from "../../app-context/use-app.ts";
import { useScreenTitle } from "../../app-context/use-screen-title.ts";
import { titleIn } from "../../domain/translated.ts";
import { useReads } from "../../i18n/use-reads.ts";
import { useText } from "../../i18n/use-text.ts";
import { createLessonModel } from "./lesson-model.ts";
import { CourseProblem, LessonProblem } from "./lesson-problem.tsx";
import styles from "./lesson-screen.module.css";
import { LessonView, type LessonViewProps } from "./lesson-view.tsx";

export interface LessonScreenProps {
  product: string;
  course: string;
  /** The lesson's key, or its id as text. */
  lesson: string;
  /** Shown in the bar, such as the language menu: a lesson has no header. */
  tools: ReactNode;
  /** Shown at the end of a lesson with an assignment; absent: nothing can be handed in here. */
  Assignment?: LessonViewProps["Assignment"];
}

/** A lesson fills the page: a bar with a link back replaces the header. */
const OpenLesson = ({
  product: productKey,
  course: courseKey,
  lesson: name,
  tools,
  Assignment,
}: LessonScreenProps) => {
  const app = useApp();
  const text = useText();
  const { locale } = useIntl();
  const reads = useReads();
  const [model] = useState(() => createLessonModel({ ...app, productKey, courseKey, name }));
  const { lesson, failure } = useSnapshot(model.state);
  const { failure: courseFailure, selection } = useSnapshot(app.study.state);
  useScreenTitle(lesson ? titleIn(lesson.title, reads) : "");

  useEffect(() => {
    void model.start();
    return model.stop;
  }, [model]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a text is fetched in each language
  useEffect(() => void model.translate(), [model, locale]);

  if (courseFailure) {
    return <CourseProblem failure={courseFailure} onRetry={() => void model.start()} />;
  }
  return (
    <>
      <nav className={styles.bar} aria-label={text("lessons.list")}>
        <div className={`wrap ${styles.row}`}>
          <Link className={styles.back} href={coursePath(productKey, courseKey)}>
            {text("lesson.back")}
          </Link>
          {tools}
        </div>
      </nav>
      <main id="content" tabIndex={-1} className={`wrap ${styles.screen}`}>
        {failure ? (
          <LessonProblem
            failure={failure}
            productKey={productKey}
            courseKey={courseKey}
            onRetry={() => void model.start()}
          />
        ) : null}
        {lesson && selection && !failure ? (
          <LessonView lesson={lesson} selection={selection} model={model} Assignment={Assignment} />
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

/** A lesson by its address. Each lesson has a component of its own. */
const LessonScreen = (props: LessonScreenProps) => (
  <OpenLesson key={`${props.product}/${props.course}/${props.lesson}`} {...props} />
);

export default LessonScreen;
