import { useEffect, useState } from "react";
import { useIntl } from "react-intl";
import { useSnapshot } from "valtio";
import { Link } from "wouter";
import { FailureNotice } from "../../../app-context/failure-notice.tsx";
import { entriesAddress, textAddress } from "../../../app-context/staff-links.ts";
import { staffFailures } from "../../../core/failure-messages/staff.ts";
import { textIn } from "../../../domain/translated.ts";
import { useText } from "../../../i18n/use-text.ts";
import { Fold } from "../../../ui/fold.tsx";
import { ENTRY_LISTS } from "../content-words.tsx";
import { OutdatedTexts } from "../editor/outdated-texts.tsx";
import styles from "./tree.module.css";
import { useTree } from "./tree-service.ts";

const List = () => {
  const { texts: resource } = useTree();
  const { value: texts, failure } = useSnapshot(resource.state) as typeof resource.state;
  const text = useText();
  const { locale } = useIntl();
  useEffect(() => void resource.refresh(), [resource]);
  // The file without a language in its name has the title.
  const instructions = (texts?.texts ?? []).filter(({ path }) =>
    /^instructions\/[^.]*\.md$/.test(path),
  );
  const latest = Math.max(0, ...instructions.map(({ path }) => Number(/\d+/.exec(path)?.[0] ?? 0)));
  const studying = text("how-to-study.title");
  return (
    <>
      <FailureNotice failure={texts ? null : failure} messages={staffFailures} />
      <ul className={styles.found}>
        {ENTRY_LISTS.map(([kind, name]) => (
          <li key={kind}>
            <Link href={entriesAddress(kind)}>{text(name)}</Link>
          </li>
        ))}
        {instructions.map(({ path, titles }) => (
          <li key={path}>
            <Link href={textAddress(path)}>
              {studying}: <bdi>{textIn(titles, "title", locale).text || path}</bdi>
            </Link>
          </li>
        ))}
        {texts?.source ? (
          <li>
            <Link href={textAddress(`instructions/${latest - (latest % 10) + 10}-text.md`)}>
              {studying}: {text("staff-editor.entry-new")}
            </Link>
          </li>
        ) : null}
      </ul>
    </>
  );
};

/** The translations that need another look. */
export const OutdatedTranslations = () => {
  const { texts: resource } = useTree();
  const { value } = useSnapshot(resource.state) as typeof resource.state;
  useEffect(() => void resource.refresh(), [resource]);
  return <OutdatedTexts texts={value?.texts ?? []} />;
};

/** The texts of the school that belong to no course. */
export const SchoolTexts = () => {
  const text = useText();
  const [isOpen, setOpen] = useState(false);
  return (
    <Fold heading={text("staff-editor.school-texts")} onToggle={() => setOpen(true)}>
      {isOpen ? <List /> : null}
    </Fold>
  );
};
