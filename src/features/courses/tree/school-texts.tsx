import { useEffect, useState } from "react";
import { useSnapshot } from "valtio";
import { Link } from "wouter";
import { FailureNotice } from "../../../app-context/failure-notice.tsx";
import { textAddress } from "../../../app-context/staff-links.ts";
import type { SourceTexts } from "../../../contract/staff-editor.ts";
import { staffFailures } from "../../../core/failure-messages/staff.ts";
import { sourceTextPlace } from "../../../domain/source-text.ts";
import { useText } from "../../../i18n/use-text.ts";
import { Fold } from "../../../ui/fold.tsx";
import { useLanguageName } from "../content-words.tsx";
import { OutdatedTexts } from "../editor/outdated-texts.tsx";
import styles from "./tree.module.css";
import { useTree } from "./tree-service.ts";

const List = () => {
  const { texts: resource } = useTree();
  const { value, failure } = useSnapshot(resource.state);
  const texts = value as SourceTexts | null;
  const text = useText();
  const languageName = useLanguageName();
  useEffect(() => {
    void resource.refresh();
  }, [resource]);
  const nameOf = (path: string): string | null => {
    const place = sourceTextPlace(path);
    switch (place?.kind) {
      case "school":
        return text("staff-tree.school-settings");
      case "glossary":
        return text("glossary.title");
      case "faq":
        return text("faq.title");
      case "instruction":
        return `${text("how-to-study.title")}: ${place.key} (${languageName(place.language)})`;
      default:
        return null;
    }
  };
  return (
    <>
      <FailureNotice failure={texts ? null : failure} messages={staffFailures} />
      <ul className={styles.found}>
        {texts?.texts.map(({ path }) => {
          const name = nameOf(path);
          return name ? (
            <li key={path}>
              <Link href={textAddress(path)}>{name}</Link>
            </li>
          ) : null;
        })}
      </ul>
    </>
  );
};

/** The translations that need another look. */
export const OutdatedTranslations = () => {
  const { texts: resource } = useTree();
  const { value } = useSnapshot(resource.state);
  useEffect(() => {
    void resource.refresh();
  }, [resource]);
  return <OutdatedTexts texts={(value as SourceTexts | null)?.texts ?? []} />;
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
