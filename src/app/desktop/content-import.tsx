import { useSnapshot } from "valtio";
import ContentImportScreen from "../../features/content-import/content-import-screen.tsx";
import type { ContentImport } from "../../offline/content-import/content-import.ts";
import type { ScreenProps } from "../screens/screen-props.ts";

export interface ImportScreenProps extends ScreenProps {
  contentImport: ContentImport;
}

const ImportScreen = ({ app, contentImport }: ImportScreenProps) => {
  const { name } = useSnapshot(app.organisation.state);
  return <ContentImportScreen contentImport={contentImport} organisationName={name} />;
};

export default ImportScreen;
