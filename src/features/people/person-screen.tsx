import { useEffect } from "react";
import { useSnapshot } from "valtio";
import { Link, useParams } from "wouter";
import { FailureNotice } from "../../app-context/failure-notice.tsx";
import { STAFF_PEOPLE } from "../../app-context/staff-links.ts";
import { useScreenTitle } from "../../app-context/use-screen-title.ts";
import type { PersonPage } from "../../contract/staff-people.ts";
import { staffFailures } from "../../core/failure-messages/staff.ts";
import { useText } from "../../i18n/use-text.ts";
import styles from "./person.module.css";
import { personName } from "./person-name.ts";
import { PersonView } from "./person-view.tsx";
import { usePeople } from "./use-people.ts";

/** One person of the school. */
export const PersonScreen = () => {
  const { id = "" } = useParams<{ id: string }>();
  const { page: pageOf } = usePeople();
  const text = useText();
  const page = pageOf(id);
  const { value, failure } = useSnapshot(page.state);
  const isGone = failure?.kind === "refused" && failure.status === 404;
  const known = isGone ? null : (value as PersonPage | null);
  const name = known ? personName(known.person) : null;
  useScreenTitle(name ?? text("desk.people"));

  useEffect(() => {
    void page.refresh();
  }, [page]);

  return (
    <>
      <h1>{name === null ? text("desk.people") : <bdi>{name}</bdi>}</h1>
      <p>
        <Link className={styles.back} href={STAFF_PEOPLE}>
          {text("staff-people.all")}
        </Link>
      </p>
      <FailureNotice
        failure={failure}
        messages={staffFailures}
        onRetry={() => void page.refresh()}
      />
      {value || failure ? null : <p role="status">{text("staff-people.loading")}</p>}
      {known ? <PersonView key={id} page={known} refresh={page.refresh} /> : null}
    </>
  );
};
