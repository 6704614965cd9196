import { useEffect, useState } from "react";
import { useSnapshot } from "valtio";
import { ConfirmDialog } from "../../app-context/confirm-dialog.tsx";
import { useApp } from "../../app-context/use-app.ts";
import { useSync } from "../../app-context/use-desktop.ts";
import { sameKey } from "../../domain/menu-position.ts";
import { translated } from "../../domain/translated.ts";
import { useFileSize } from "../../i18n/use-file-size.ts";
import { useReads } from "../../i18n/use-reads.ts";
import { useText } from "../../i18n/use-text.ts";
import type { CourseUsage } from "../../offline/sync/course-selection.ts";
import { useSyncTexts } from "./use-sync-texts.ts";

/** The title of a course in the interface language; its key if the course is unknown. */
const useCourseTitle = (): ((courseKey: string) => string) => {
  const reads = useReads();
  const { groups } = useSnapshot(useApp().courses.state);
  return (courseKey) => {
    const entry = groups
      .flatMap(({ courses }) => courses)
      .find(({ course }) => sameKey(course.key, courseKey));
    return entry ? translated(entry.course, "title", reads) : courseKey;
  };
};

/** Asks whether to delete the files of a course, and says how much space that frees. */
const DeleteDialog = ({
  course: { productKey, courseKey, presentBytes },
  onClose,
  onDelete,
}: {
  course: CourseUsage;
  onClose: () => void;
  onDelete: () => void;
}) => {
  const sync = useSync();
  const titleOf = useCourseTitle();
  const text = useText();
  const size = useFileSize();
  const [freed, setFreed] = useState<number | null>(null);
  useEffect(() => {
    void sync.freedBy(productKey, courseKey).then(setFreed);
  }, [sync, productKey, courseKey]);
  return (
    <ConfirmDialog
      title={text("this-machine.delete-ask", { name: titleOf(courseKey) })}
      about={courseKey}
      act={text("this-machine.delete")}
      onAct={onDelete}
      onClose={onClose}
    >
      {freed === null ? null : (
        <>
          <p>{text("this-machine.delete-frees", { size: size(freed) })}</p>
          {freed < presentBytes ? <p>{text("this-machine.delete-shared")}</p> : null}
        </>
      )}
      <p>{text("this-machine.delete-what")}</p>
    </ConfirmDialog>
  );
};

/** The courses on this machine with their disk usage, and buttons to fetch or delete them. */
export const CourseFilesList = () => {
  const sync = useSync();
  const titleOf = useCourseTitle();
  const text = useText();
  const size = useFileSize();
  const texts = useSyncTexts();
  const { courses, phase, total, status } = useSnapshot(sync.state);
  const [toDelete, setToDelete] = useState<CourseUsage | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: in another phase there may be other courses
  useEffect(() => void sync.readCourses(), [sync, phase, status.initialized]);

  if (!courses || !status.initialized) return null;
  if (courses.length === 0) {
    // The first courses are here, and not read yet, when their files are being fetched.
    return total > 0 ? null : <p>{text("this-machine.no-courses")}</p>;
  }
  return (
    <>
      <ul className="rows">
        {courses.map((course) => {
          const { productKey, courseKey, files, presentFiles, bytes, kept } = course;
          const title = titleOf(courseKey);
          return (
            <li key={`${productKey}/${courseKey}`}>
              <div>
                <strong>{title}</strong>
                <p>
                  {kept
                    ? text("this-machine.course", {
                        files,
                        size: size(bytes),
                        percent: texts.percent(presentFiles, files),
                      })
                    : text("this-machine.course-gone", { size: size(bytes) })}
                </p>
              </div>
              {kept ? (
                <button
                  type="button"
                  className="button quiet"
                  aria-label={text("this-machine.delete-name", { name: title })}
                  onClick={() => setToDelete(course)}
                >
                  {text("this-machine.delete")}
                </button>
              ) : (
                <button
                  type="button"
                  className="button quiet"
                  aria-label={text("this-machine.fetch-name", { name: title })}
                  onClick={() => void sync.keepCourse(productKey, courseKey)}
                >
                  {text("this-machine.fetch")}
                </button>
              )}
            </li>
          );
        })}
      </ul>
      {toDelete ? (
        <DeleteDialog
          course={toDelete}
          onClose={() => setToDelete(null)}
          onDelete={() => void sync.removeCourse(toDelete.productKey, toDelete.courseKey)}
        />
      ) : null}
    </>
  );
};
