import { useSnapshot } from "valtio";
import { useSearch } from "wouter";
import { createAccount } from "../../features/profile/account.ts";
import ProfileScreen from "../../features/profile/profile-screen.tsx";
import { only } from "../create-inside.ts";
import { coursePath } from "../paths.ts";
import { OwnPart } from "./own-part.tsx";
import type { ScreenProps } from "./screen-props.ts";

const createAccountOf = ({ app }: Pick<ScreenProps, "app">) => createAccount(app.transport.send);

const Profile = (props: ScreenProps) => {
  const { app, services } = props;
  const search = useSearch();
  const { name } = useSnapshot(app.organisation.state);
  return (
    <ProfileScreen
      session={app.session}
      account={only(props, createAccountOf)}
      alerts={app.alerts}
      courses={services.courses}
      organisationName={name}
      coursePath={coursePath}
      alone={/(^|&)(table|compare)\b/.test(search)}
    >
      <OwnPart {...props} />
    </ProfileScreen>
  );
};

export default Profile;
