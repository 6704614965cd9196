import { useRef, useState } from "react";
import { DESK_STUDENTS } from "../../../app-context/desk-links.ts";
import { FailureNotice } from "../../../app-context/failure-notice.tsx";
import { TableDownloads } from "../../../app-context/table-downloads.tsx";
import { useApp } from "../../../app-context/use-app.ts";
import { useScreenTitle } from "../../../app-context/use-screen-title.ts";
import { useSearchedList } from "../../../app-context/use-searched-list.ts";
import type { DeskStudent } from "../../../contract/desk.ts";
import { getDeskStudentTable, MAX_RECIPIENTS } from "../../../contract/desk-students.ts";
import type { Id } from "../../../contract/wire.ts";
import { useText } from "../../../i18n/use-text.ts";
import { Empty } from "../../../ui/empty.tsx";
import { SearchField } from "../../../ui/search-field.tsx";
import { ShowMore } from "../../../ui/show-more.tsx";
import { useChosen } from "../../../ui/use-chosen.ts";
import { deskFailures, isWithoutDesk } from "../desk-failure.ts";
import { DeskNav, NoDesk } from "../desk-nav.tsx";
import { useCourseTitles } from "../taught-courses.ts";
import { byName } from "./by-name.ts";
import { MAX_SEARCH, queryOf, readChoice, sortedBy } from "./choice.ts";
import { MessageDialog } from "./message-dialog.tsx";
import { StudentFilters } from "./student-filters.tsx";
import { StudentTable } from "./student-table.tsx";
import styles from "./students.module.css";
import { useStudents } from "./use-students.ts";

const studentName = ({ name }: DeskStudent): string => name;

/** The students of the tutor's courses. */
const StudentsScreen = () => {
  const { schoolToday, transport } = useApp();
  const { lists } = useStudents();
  const text = useText();
  const list = useSearchedList({ path: DESK_STUDENTS, lists, readChoice, queryOf });
  const { choice, typed, show, failure, isAnswered } = list;
  const courses = useCourseTitles();
  const body = useRef<HTMLTableSectionElement>(null);
  const { chosen, choose, chooseNone } = useChosen<Id, DeskStudent>(studentName);
  const [writesTo, setWritesTo] = useState<"students" | "course" | null>(null);
  const [sent, setSent] = useState<number | null>(null);
  useScreenTitle(text("desk-students.name"));

  // Until the school has answered, those of the present list are searched here.
  const students = list.entries && (isAnswered ? list.entries : byName(list.entries, typed));

  const course = courses.find(({ id }) => String(id) === choice.course);
  const courseTitle = course?.title ?? "";
  const isFiltered = queryOf({ ...choice, sort: "name", order: "ascending" }) !== "";
  const isNothing = students?.length === 0 && (isAnswered || failure === null);
  const isTooMany = chosen.size > MAX_RECIPIENTS;

  return (
    <main id="content" tabIndex={-1} className="wrap screen">
      <h1>{text("desk.name")}</h1>
      <DeskNav />
      {isWithoutDesk(failure) ? (
        <NoDesk />
      ) : (
        <>
          <SearchField
            label={text("desk-students.search")}
            value={typed}
            onChange={(search) => list.type(search.slice(0, MAX_SEARCH))}
            result={isAnswered ? text("desk-students.count", { count: list.total }) : ""}
          />
          <StudentFilters choice={list.typedChoice} onChoice={show} />
          <div className={styles.acts}>
            <button
              type="button"
              className="button quiet"
              aria-disabled={chosen.size === 0 || isTooMany || undefined}
              onClick={() => {
                if (chosen.size > 0 && !isTooMany) setWritesTo("students");
              }}
            >
              {text("desk-students.message-to", { count: chosen.size })}
            </button>
            {course ? (
              <button type="button" className="button quiet" onClick={() => setWritesTo("course")}>
                {text("desk-students.message-to-course", { title: courseTitle })}
              </button>
            ) : null}
            {chosen.size > 0 ? (
              <button type="button" className={styles.none} onClick={chooseNone}>
                {text("desk-students.choose-none")}
              </button>
            ) : null}
            <p role="status">
              {sent === null ? null : text("desk-students.sent", { count: sent })}
            </p>
          </div>
          <FailureNotice
            failure={failure}
            messages={deskFailures}
            onRetry={() => void list.load()}
          />
          {students || failure ? null : <p role="status">{text("desk-students.loading")}</p>}
          {isNothing ? (
            <Empty
              what={text(isFiltered || typed ? "desk-students.none-here" : "desk-students.none")}
              hint={text(
                isFiltered || typed ? "desk-students.none-here-hint" : "desk-students.none-hint",
              )}
            />
          ) : null}
          {students && students.length > 0 ? (
            <StudentTable
              students={students}
              choice={choice}
              today={schoolToday()}
              chosen={chosen}
              body={body}
              onSort={(sort) => show(sortedBy(list.typedChoice, sort))}
              onChoose={choose}
            />
          ) : null}
          <ShowMore
            more={list.hasMore}
            label={text("desk.more")}
            failure={text("desk-failure.not-fetched")}
            entries={() => body.current?.children ?? []}
            onMore={list.more}
          />
          {students && students.length > 0 ? (
            <TableDownloads
              name="students"
              fetch={(as) =>
                transport.sendForBytes(getDeskStudentTable, {
                  query: { ...Object.fromEntries(new URLSearchParams(list.query)), ...as },
                })
              }
            />
          ) : null}
        </>
      )}
      {writesTo ? (
        <MessageDialog
          title={
            writesTo === "course"
              ? text("desk-students.message-to-course", { title: courseTitle })
              : text("desk-students.message-to", { count: chosen.size })
          }
          to={
            writesTo === "course" && course
              ? { course: course.id }
              : { students: [...chosen.keys()] }
          }
          names={writesTo === "course" ? [] : [...chosen.values()]}
          onClose={() => setWritesTo(null)}
          onSent={(count) => {
            setSent(count);
            setWritesTo(null);
            chooseNone();
          }}
        />
      ) : null}
    </main>
  );
};

export default StudentsScreen;
