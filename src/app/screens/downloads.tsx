import { useSnapshot } from "valtio";
import { createDownloads } from "../../features/downloads/downloads.ts";
import DownloadsScreen from "../../features/downloads/downloads-screen.tsx";
import { only } from "../create-inside.ts";
import { LICENCE_FILE } from "../paths.ts";
import type { ScreenProps } from "./screen-props.ts";
import { WhenMayDownload } from "./when-may-download.tsx";

declare const APP_VERSION: string;

const createDownloadsOf = ({ app }: Pick<ScreenProps, "app">) =>
  createDownloads({
    send: app.transport.send,
    base: app.transport.base,
    version: APP_VERSION,
  });

export interface DownloadsProps extends ScreenProps {
  /** The version that runs here; absent in a browser. */
  running?: string;
}

const Downloads = (props: DownloadsProps) => {
  const { name } = useSnapshot(props.app.organisation.state);
  return (
    <WhenMayDownload {...props}>
      <DownloadsScreen
        downloads={only(props, createDownloadsOf)}
        licenceFilePath={LICENCE_FILE}
        organisationName={name}
        running={props.running}
      />
    </WhenMayDownload>
  );
};

export default Downloads;
