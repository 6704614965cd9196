import { useState } from "react";
import { useSnapshot } from "valtio";
import { useDesktop } from "../../app-context/use-app.ts";
import { useScreenTitle } from "../../app-context/use-screen-title.ts";
import { AboutButton } from "../../features/about/about-button.tsx";
import { AboutDialog } from "../../features/about/public.ts";
import { Activation } from "../../features/activation/public.ts";
import { AuthorizationScreen } from "../../features/authorization/authorization-screen.tsx";
import { OfflineSign } from "../../features/shell/offline-sign.tsx";
import { useText } from "../../i18n/use-text.ts";
import { SignedOutPage } from "../signed-out-page.tsx";

export interface DesktopSignedOutProps {
  /** Whether one signs in at the school, once the app is activated. */
  signsIn: boolean;
}

/** Where one activates this machine, and then signs in where that is asked for. */
export const DesktopSignedOut = ({ signsIn }: DesktopSignedOutProps) => {
  const text = useText();
  const { status } = useSnapshot(useDesktop().licence.state);
  const [about, setAbout] = useState(false);
  const isSigningIn = signsIn && status === "active";
  useScreenTitle(text(isSigningIn ? "authorization.sign-in" : "activation.title"));
  const opener = <AboutButton onClick={() => setAbout(true)} />;
  return (
    <SignedOutPage sign={signsIn ? <OfflineSign /> : null}>
      {isSigningIn ? <AuthorizationScreen more={opener} /> : <Activation more={opener} />}
      {about ? <AboutDialog onClose={() => setAbout(false)} /> : null}
    </SignedOutPage>
  );
};
