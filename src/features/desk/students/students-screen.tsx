import { useState } from "react";
import { DataTable, useChosen } from "../../../app-context/data-table.tsx";
import { DESK_STUDENTS } from "../../../app-context/desk-links.ts";
import { ListFilters, ListSearch } from "../../../app-context/list-filters.tsx";
import { ListView } from "../../../app-context/list-view.tsx";
import { useList } from "../../../app-context/paged-list.ts";
import { useScreenTitle } from "../../../app-context/use-screen-title.ts";
import type { DeskStudent } from "../../../contract/desk.ts";
import {
  getDeskStudentTable,
  MAX_RECIPIENTS,
  STUDENTS_LIST,
} from "../../../contract/desk-students.ts";
import { foldText } from "../../../domain/search-text.ts";
import { messagesBy } from "../../../i18n/messages-by.ts";
import { useText } from "../../../i18n/use-text.ts";
import { Button } from "../../../ui/button.tsx";
import { deskFailures, isWithoutDesk } from "../desk-failure.ts";
import { DeskNav, NoDesk } from "../desk-nav.tsx";
import { useCourseField, useCourseTitles } from "../taught-courses.ts";
import { MessageDialog } from "./message-dialog.tsx";
import { STUDENT_COLUMNS } from "./student-columns.tsx";
import styles from "./students.module.css";
import { useStudents } from "./use-students.ts";

const FILTERS = {
  all: "desk-students.all",
  stuck: "desk-students.stuck",
  new: "desk-students.new",
  ending: "desk-students.ending",
  waiting: "desk-students.waiting",
} as const;

const SORTS = messagesBy(STUDENTS_LIST.sorts, (sort) => `desk-students.column-${sort}` as const);

/** Folding takes longer than comparing, and the same students are looked at at each key. */
const folded = new WeakMap<DeskStudent, string>();

const foldedName = (student: DeskStudent): string => {
  const name = folded.get(student) ?? foldText(student.name);
  folded.set(student, name);
  return name;
};

/** Those whose names have each word of a search. */
const byName = (students: readonly DeskStudent[], search: string): readonly DeskStudent[] => {
  const words = foldText(search).split(" ").filter(Boolean);
  return students.filter((student) => words.every((word) => foldedName(student).includes(word)));
};

const studentName = ({ name }: DeskStudent): string => name;

const StudentsScreen = () => {
  const text = useText();
  const list = useList(DESK_STUDENTS, STUDENTS_LIST, useStudents().lists);
  const courses = useCourseTitles();
  const courseField = useCourseField();
  const choosing = useChosen<DeskStudent>(studentName);
  const { chosen, chooseNone } = choosing;
  const [writesTo, setWritesTo] = useState<"students" | "course" | null>(null);
  const [sent, setSent] = useState<number | null>(null);
  useScreenTitle(text("desk-students.name"));

  // Until the school has answered, those of the present list are searched here.
  const entries =
    list.entries && (list.isAnswered ? list.entries : byName(list.entries, list.typed));

  const course = courses.find(({ id }) => String(id) === list.choice.course);
  const courseTitle = course?.title ?? "";
  const isTooMany = chosen.size > MAX_RECIPIENTS;

  return (
    <main id="content" tabIndex={-1} className="wrap screen">
      <h1>{text("desk.name")}</h1>
      <DeskNav />
      {isWithoutDesk(list.failure) ? (
        <NoDesk />
      ) : (
        <>
          <ListSearch list={list} label="desk-students.search" count="desk-students.count" />
          <ListFilters
            list={list}
            links={{ name: "filter", label: "desk.shows", names: FILTERS }}
            fields={[courseField]}
            sort={{ label: "desk-students.sort", names: SORTS }}
          />
          <div className={styles.acts}>
            <Button
              quiet
              disabled={chosen.size === 0 || isTooMany}
              onClick={() => setWritesTo("students")}
            >
              {text("desk-students.message-to", { count: chosen.size })}
            </Button>
            {course ? (
              <Button quiet onClick={() => setWritesTo("course")}>
                {text("desk-students.message-to-course", { title: courseTitle })}
              </Button>
            ) : null}
            {chosen.size > 0 ? (
              <Button plain onClick={chooseNone}>
                {text("desk-students.choose-none")}
              </Button>
            ) : null}
            <p role="status">
              {sent === null ? null : text("desk-students.sent", { count: sent })}
            </p>
          </div>
          <ListView
            list={{ ...list, entries }}
            failures={deskFailures}
            loading="desk-students.loading"
            none={
              list.isFiltered
                ? ["desk-students.none-here", "desk-students.none-here-hint"]
                : ["desk-students.none", "desk-students.none-hint"]
            }
            download={{ name: "students", call: getDeskStudentTable }}
          >
            {(students) => (
              <DataTable
                list={list}
                caption="desk-students.name"
                columns={STUDENT_COLUMNS}
                rows={students}
                choosing={{
                  ...choosing,
                  all: "desk-students.choose-all",
                  one: "desk-students.choose",
                }}
              />
            )}
          </ListView>
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
