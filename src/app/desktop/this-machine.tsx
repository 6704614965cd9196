import { useIntl } from "react-intl";
import { useSnapshot } from "valtio";
import { sameKey } from "../../domain/menu-position.ts";
import { translated } from "../../domain/translated.ts";
import { OtherAccounts } from "../../features/this-machine/other-accounts.tsx";
import ThisMachineScreen from "../../features/this-machine/this-machine-screen.tsx";
import { UpdatePanel } from "../../features/updates/update-panel.tsx";
import type { OtherAccounts as OtherAccountsService } from "../../offline/other-accounts.ts";
import type { Sync } from "../../offline/sync/create-sync.ts";
import type { Updates } from "../../offline/updates/create-updates.ts";
import type { OpenedDesktop } from "../../platform/desktop/desktop-machine.ts";
import { useMayDownload } from "../may-download.ts";
import { DOWNLOADS } from "../paths.ts";
import { personOf } from "../person-of.ts";
import type { ScreenProps } from "../screens/screen-props.ts";

export interface ThisMachineProps extends ScreenProps {
  sync: Sync;
  updates: Updates;
  machine: OpenedDesktop;
  others: OtherAccountsService;
}

const ThisMachine = ({ app, services, sync, updates, machine, others }: ThisMachineProps) => {
  const { locale } = useIntl();
  const { name } = useSnapshot(app.organisation.state);
  const { groups } = useSnapshot(services.courses.state);
  const mayDownload = useMayDownload(app, services);
  const titleOf = (_: string, courseKey: string): string => {
    const own = groups
      .flatMap(({ courses }) => courses)
      .find(({ course }) => sameKey(course.key, courseKey));
    return own ? translated(own.course, "title", locale) : courseKey;
  };
  return (
    <ThisMachineScreen
      sync={sync}
      queue={services.queue}
      organisationName={name}
      titleOf={titleOf}
      more={
        <UpdatePanel
          updates={updates}
          running={machine.version}
          root={machine.path}
          downloads={mayDownload ? DOWNLOADS : null}
          onOpen={machine.openFile}
          onShow={machine.showFile}
          onRestart={() => void machine.restart()}
        />
      }
      last={
        <OtherAccounts
          sync={sync}
          list={() => others.list(personOf(app))}
          onRemove={(account) => sync.whileResting(() => others.remove(account))}
        />
      }
    />
  );
};

export default ThisMachine;
