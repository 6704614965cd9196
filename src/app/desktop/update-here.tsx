import { UpdateNotice } from "../../features/updates/update-notice.tsx";
import type { Updates } from "../../offline/updates/create-updates.ts";
import type { OpenedDesktop } from "../../platform/desktop/desktop-machine.ts";
import { useMayDownload } from "../may-download.ts";
import { DOWNLOADS } from "../paths.ts";
import type { ScreenProps } from "../screens/screen-props.ts";
import { THIS_MACHINE } from "./desktop-paths.ts";

export interface UpdateHereProps extends Pick<ScreenProps, "app" | "services"> {
  updates: Updates;
  machine: OpenedDesktop;
}

/** News of a version for this machine. */
const UpdateHere = ({ app, services, updates, machine }: UpdateHereProps) => {
  const mayDownload = useMayDownload(app, services);
  return (
    <UpdateNotice
      updates={updates}
      now={machine.now}
      path={THIS_MACHINE}
      downloads={mayDownload ? DOWNLOADS : null}
      onRestart={() => void machine.restart()}
    />
  );
};

export default UpdateHere;
