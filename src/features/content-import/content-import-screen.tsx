import { useEffect } from "react";
import { useSnapshot } from "valtio";
import { useText } from "../../i18n/use-text.ts";
import type { ContentImport } from "../../offline/content-import/content-import.ts";
import { useTitle } from "../../ui/use-title.ts";
import { ChooseContent } from "./choose-content.tsx";
import styles from "./content-import.module.css";
import { ContentSummary } from "./content-summary.tsx";

export interface ContentImportScreenProps {
  contentImport: ContentImport;
  organisationName: string;
}

/** What content lies on this computer, and the way to other content without a network. */
const ContentImportScreen = ({ contentImport, organisationName }: ContentImportScreenProps) => {
  const text = useText();
  const { present } = useSnapshot(contentImport.state);
  useTitle(text("content-import.title"), organisationName);

  useEffect(() => contentImport.look(), [contentImport]);

  return (
    <main id="content" tabIndex={-1} className="wrap screen">
      <h1>{text("content-import.title")}</h1>
      <p>{text("content-import.intro")}</p>
      <div className={styles.columns}>
        <ChooseContent contentImport={contentImport} />
        <ContentSummary summary={present} />
      </div>
    </main>
  );
};

export default ContentImportScreen;
