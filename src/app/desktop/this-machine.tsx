import { useIntl } from "react-intl";
import { useSnapshot } from "valtio";
import { sameKey } from "../../domain/menu-position.ts";
import { translated } from "../../domain/translated.ts";
import ThisMachineScreen from "../../features/this-machine/this-machine-screen.tsx";
import type { Sync } from "../../services/sync/create-sync.ts";
import type { ScreenProps } from "../screens/screen-props.ts";

export interface ThisMachineProps extends ScreenProps {
  sync: Sync;
}

const ThisMachine = ({ app, services, sync }: ThisMachineProps) => {
  const { locale } = useIntl();
  const { name } = useSnapshot(app.organisation.state);
  const { groups } = useSnapshot(services.courses.state);
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
    />
  );
};

export default ThisMachine;
