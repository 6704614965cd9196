import { useSnapshot } from "valtio";
import { dayOf } from "../../domain/calendar.ts";
import { ADMIN_LEVEL } from "../../domain/roles.ts";
import LicenceFileScreen from "../../features/downloads/licence-file-screen.tsx";
import { createLicenceSigning } from "../../features/downloads/licence-signing.ts";
import { only } from "../create-inside.ts";
import { DOWNLOADS } from "../paths.ts";
import type { ScreenProps } from "./screen-props.ts";
import { WhenMayDownload } from "./when-may-download.tsx";

const createSigning = ({ app }: Pick<ScreenProps, "app">) =>
  createLicenceSigning({ send: app.transport.send });

/** Where the requests of computers without a network are signed. */
const LicenceFile = (props: ScreenProps) => {
  const { app } = props;
  const { name } = useSnapshot(app.organisation.state);
  const { level } = useSnapshot(app.session.state);
  return (
    <WhenMayDownload {...props}>
      <LicenceFileScreen
        signing={only(props, createSigning)}
        choosesEnd={level >= ADMIN_LEVEL}
        today={dayOf(app.machine.now())}
        downloadsPath={DOWNLOADS}
        organisationName={name}
      />
    </WhenMayDownload>
  );
};

export default LicenceFile;
