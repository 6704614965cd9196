import { memo } from "react";
import { useIntl } from "react-intl";
import { Link } from "wouter";
import type { SchoolChange } from "../../contract/audit.ts";
import { useText } from "../../i18n/use-text.ts";
import { REMOVED } from "../people/public.ts";
import { changesPath } from "./change-choice.ts";
import { actionName, fieldName, kindName, valueName } from "./change-words.ts";
import styles from "./changes.module.css";

type Detail = SchoolChange["details"][number];

/** A number of nothing, and an empty value, say nothing where there was none before. */
const isTelling = ({ before, now }: Detail): boolean =>
  before !== null || (now.length > 0 && now.join() !== "0");

const ChangeDetail = ({ kind, field, before, now }: Detail & { kind: string }) => {
  const text = useText();
  const removed = kind === "person" && before === null ? REMOVED[field] : undefined;
  if (removed) return <li>{text(removed, { count: Number(now[0]) })}</li>;
  const values = (all: readonly string[]) =>
    all.map((value) => valueName(field, value, text)).join(", ") || text("staff-audit.nothing");
  // A detail that only says that something is so needs no value.
  const isPlain = before === null && now.join() === "true" && field !== "taken";
  return (
    <li>
      <bdi>{fieldName(kind, field, text)}</bdi>
      {isPlain ? null : ": "}
      {before === null ? null : (
        <>
          <bdi>
            <del>{values(before)}</del>
          </bdi>
          <span aria-hidden="true"> {text("staff-audit.arrow")} </span>
        </>
      )}
      {isPlain ? null : <bdi>{before === null ? values(now) : <ins>{values(now)}</ins>}</bdi>}
    </li>
  );
};

/** A change in the table: when, who, what, about what, and what exactly. */
export const ChangeRow = memo(({ change }: { change: SchoolChange }) => {
  const text = useText();
  const { formatDate } = useIntl();
  const { at, actor, actor_id, actor_name, action, kind, subject, name, details } = change;
  const about = name || subject;
  const told = details.filter(isTelling);
  return (
    <tr>
      <th scope="row" className={styles.when}>
        {at ? (
          <time dateTime={at}>{formatDate(at, { dateStyle: "medium", timeStyle: "short" })}</time>
        ) : null}
      </th>
      <td>
        {actor === "command" ? text("staff-audit.by-command") : null}
        {actor === "school" ? text("staff-audit.by-school") : null}
        {actor_id === null ? (
          <bdi>{actor_name}</bdi>
        ) : (
          <Link href={changesPath({ person: String(actor_id) })}>
            <bdi>{actor_name}</bdi>
          </Link>
        )}
      </td>
      <td>
        {kindName(kind, text)}: {actionName(action, text)}
      </td>
      <td>
        {kind === "person" && /^\d+$/.test(subject) ? (
          <Link href={changesPath({ person: subject })}>
            <bdi>{about}</bdi>
          </Link>
        ) : (
          <bdi>{about}</bdi>
        )}
      </td>
      <td>
        {told.length > 0 ? (
          <ul className={styles.details}>
            {told.map((detail) => (
              <ChangeDetail key={detail.field} kind={kind} {...detail} />
            ))}
          </ul>
        ) : null}
      </td>
    </tr>
  );
});
