import { useCallback, useEffect, useRef, useState } from "react";
import { useSnapshot } from "valtio";
import { useLocation, useSearch } from "wouter";
import { DESK_STUDENTS } from "../../../app-context/desk-links.ts";
import { useApp } from "../../../app-context/use-app.ts";
import { useScreenTitle } from "../../../app-context/use-screen-title.ts";
import type { DeskStudent } from "../../../contract/desk.ts";
import { MAX_RECIPIENTS } from "../../../contract/desk-students.ts";
import type { Id } from "../../../contract/wire.ts";
import { useText } from "../../../i18n/use-text.ts";
import { Empty } from "../../../ui/empty.tsx";
import { LoadError } from "../../../ui/load-error.tsx";
import { SearchField } from "../../../ui/search-field.tsx";
import { ShowMore } from "../../../ui/show-more.tsx";
import { useSearchText } from "../../../ui/use-search-text.ts";
import { MessageDialog } from "../bulk-message/message-dialog.tsx";
import { deskFailureMessages } from "../desk-failure.ts";
import { DeskNav } from "../desk-nav.tsx";
import { NoDesk } from "../no-desk.tsx";
import { useCourseTitles } from "../use-course-titles.ts";
import { byName } from "./by-name.ts";
import { formatChoice, MAX_SEARCH, readChoice, type StudentChoice, sortedBy } from "./choice.ts";
import { StudentFilters } from "./student-filters.tsx";
import { StudentTable } from "./student-table.tsx";
import styles from "./students.module.css";
import { useStudents } from "./use-students.ts";

/** The students of the tutor's courses. */
const StudentsScreen = () => {
  const { schoolToday } = useApp();
  const { lists } = useStudents();
  const text = useText();
  const [, navigate] = useLocation();
  const address = useSearch();
  const choice = readChoice(address);
  const show = (next: StudentChoice) =>
    navigate(DESK_STUDENTS + formatChoice(next), { replace: true });
  const [typed, type] = useSearchText(choice.search, address, (search) =>
    show({ ...choice, search }),
  );
  const list = lists.list(choice);
  const { value, failure } = useSnapshot(list.state);
  const { cursor } = useSnapshot(list.pages);
  const { total } = useSnapshot(list.count);
  const courses = useCourseTitles();
  const rows = useRef<HTMLTableSectionElement>(null);
  const [chosen, setChosen] = useState<ReadonlyMap<Id, string>>(new Map());
  const [writesTo, setWritesTo] = useState<"students" | "course" | null>(null);
  const [sent, setSent] = useState<number | null>(null);
  useScreenTitle(text("desk-students.name"));

  useEffect(() => {
    void list.load();
  }, [list]);

  // Until the school has answered, those of the present list are searched here.
  const last = useRef<readonly DeskStudent[] | null>(null);
  if (value) last.current = value as readonly DeskStudent[];
  const isAnswered = value !== null && typed.trim() === choice.search;
  const known = last.current;
  const students = known && (isAnswered ? known : byName(known, typed));

  const choose = useCallback(
    ({ id, name }: DeskStudent, isChosen: boolean) =>
      setChosen((before) => {
        const after = new Map(before);
        if (isChosen) after.set(id, name);
        else after.delete(id);
        return after;
      }),
    [],
  );
  const chooseAll = (areChosen: boolean) => {
    for (const student of students ?? []) choose(student, areChosen);
  };

  const course = courses.find(({ id }) => String(id) === choice.course);
  const courseTitle = course?.title ?? "";
  const isFiltered = formatChoice({ ...choice, sort: "name", order: "ascending" }) !== "";
  const isNothing = students?.length === 0 && (isAnswered || failure === null);
  const isTooMany = chosen.size > MAX_RECIPIENTS;

  return (
    <main id="content" tabIndex={-1} className="wrap screen">
      <h1>{text("desk.name")}</h1>
      <DeskNav />
      {failure?.kind === "no-desk" ? (
        <NoDesk />
      ) : (
        <>
          <SearchField
            label={text("desk-students.search")}
            value={typed}
            onChange={(search) => type(search.slice(0, MAX_SEARCH))}
            result={isAnswered ? text("desk-students.count", { count: total }) : ""}
          />
          <StudentFilters choice={{ ...choice, search: typed }} onChoice={show} />
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
              <button type="button" className={styles.none} onClick={() => setChosen(new Map())}>
                {text("desk-students.choose-none")}
              </button>
            ) : null}
            <p role="status">
              {sent === null ? null : text("desk-students.sent", { count: sent })}
            </p>
          </div>
          {failure ? (
            <LoadError
              message={text(deskFailureMessages[failure.kind])}
              retry={text("screen.retry")}
              onRetry={() => void list.load()}
            />
          ) : null}
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
              rows={rows}
              onSort={(sort) => show({ ...sortedBy(choice, sort), search: typed })}
              onChoose={choose}
              onChooseAll={chooseAll}
            />
          ) : null}
          <ShowMore
            more={isAnswered && cursor !== null}
            label={text("desk.more")}
            failure={text("desk-failure.not-fetched")}
            entries={() => rows.current?.children ?? []}
            onMore={list.more}
          />
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
            setChosen(new Map());
          }}
        />
      ) : null}
    </main>
  );
};

export default StudentsScreen;
