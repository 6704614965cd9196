import { useEffect, useState } from "react";
import { useIntl } from "react-intl";
import { useSnapshot } from "valtio";
import { useSync } from "../../app-context/use-hybrid.ts";
import { useFileSize } from "../../i18n/use-file-size.ts";
import { useText } from "../../i18n/use-text.ts";
import type { CourseUsage } from "../../offline/sync/course-selection.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { useCourseTitle } from "./use-course-title.ts";

/** The courses on this machine with their disk usage, and buttons to fetch or delete them. */
export const CourseFiles = () => {
  const sync = useSync();
  const titleOf = useCourseTitle();
  const text = useText();
  const size = useFileSize();
  const { formatNumber } = useIntl();
  const { phase } = useSnapshot(sync.state);
  const [courses, setCourses] = useState<readonly CourseUsage[]>([]);
  const [asked, setAsked] = useState<CourseUsage | null>(null);

  const look = () => void sync.usage().then(setCourses);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the sync enters another phase
  useEffect(look, [sync, phase]);

  if (courses.length === 0) return <p>{text("this-machine.no-courses")}</p>;
  return (
    <>
      <ul className="rows">
        {courses.map((course) => {
          const { productKey, courseKey, files, bytes, presentBytes, kept } = course;
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
                        percent: formatNumber(bytes > 0 ? presentBytes / bytes : 1, {
                          style: "percent",
                        }),
                      })
                    : text("this-machine.course-gone", { size: size(bytes) })}
                </p>
              </div>
              {kept ? (
                <button
                  type="button"
                  className="button quiet"
                  aria-label={text("this-machine.delete-name", { name: title })}
                  onClick={() => setAsked(course)}
                >
                  {text("this-machine.delete")}
                </button>
              ) : (
                <button
                  type="button"
                  className="button quiet"
                  aria-label={text("this-machine.fetch-name", { name: title })}
                  onClick={() => void sync.keepCourse(productKey, courseKey).then(look)}
                >
                  {text("this-machine.fetch")}
                </button>
              )}
            </li>
          );
        })}
      </ul>
      {asked ? (
        <Dialog
          title={text("this-machine.delete-ask", { name: titleOf(asked.courseKey) })}
          about={asked.courseKey}
          closeLabel={text("dialog.close")}
          onClose={() => setAsked(null)}
        >
          <p>{text("this-machine.delete-frees", { size: size(asked.freed) })}</p>
          {asked.freed < asked.presentBytes ? <p>{text("this-machine.delete-shared")}</p> : null}
          <p>{text("this-machine.delete-what")}</p>
          <button
            type="button"
            className="button"
            onClick={() => {
              const { productKey, courseKey } = asked;
              setAsked(null);
              void sync.removeCourse(productKey, courseKey).then(look);
            }}
          >
            {text("this-machine.delete")}
          </button>
        </Dialog>
      ) : null}
    </>
  );
};
