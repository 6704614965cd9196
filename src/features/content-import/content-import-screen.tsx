import { useEffect } from "react";
import { useSnapshot } from "valtio";
import { useScreenTitle } from "../../app-context/use-screen-title.ts";
import { useText } from "../../i18n/use-text.ts";
import { ChooseContent } from "./choose-content.tsx";
import styles from "./content-import.module.css";
import { ContentSummary } from "./content-summary.tsx";
import { useContentImport } from "./use-content-import.ts";

/** Shows the content on this computer, and imports other content without a network. */
const ContentImportScreen = () => {
  const text = useText();
  const contentImport = useContentImport();
  const { present } = useSnapshot(contentImport.state);
  useScreenTitle(text("content-import.title"));

  useEffect(() => contentImport.look(), [contentImport]);

  return (
    <main id="content" tabIndex={-1} className="wrap screen">
      <h1>{text("content-import.title")}</h1>
      <p>{text("content-import.intro")}</p>
      <div className={styles.columns}>
        <ChooseContent />
        <ContentSummary summary={present} />
      </div>
    </main>
  );
};

export default ContentImportScreen;
