import { useEffect, useState } from "react";
import { useSnapshot } from "valtio";
import { useBaseApp } from "../../app-context/app-context.ts";
import { useDesktop } from "../../app-context/use-desktop.ts";
import { useScreenTitle } from "../../app-context/use-screen-title.ts";
import { AboutButton } from "../../features/about/about-button.tsx";
import { AboutDialog } from "../../features/about/public.ts";
import { Activation } from "../../features/activation/public.ts";
import { AuthorizationScreen } from "../../features/authorization/authorization-screen.tsx";
import { OfflineIndicator } from "../../features/shell/offline-indicator.tsx";
import { useText } from "../../i18n/use-text.ts";
import { SignedOutPage } from "../signed-out-page.tsx";
import type { DesktopBuild } from "./desktop-build.ts";

/** The activation of this machine, followed by the sign-in form if the build requires it. */
export const DesktopSignedOut = ({ required }: Pick<DesktopBuild, "required">) => {
  const text = useText();
  const { organisation } = useBaseApp();
  const { status } = useSnapshot(useDesktop().licence.state);
  const [about, setAbout] = useState(false);
  const isSigningIn = required.login && (!required.activation || status === "active");
  // Says whether the school has accounts of its own, to people who have never signed in here, too.
  useEffect(() => {
    if (isSigningIn) void organisation.load(null);
  }, [isSigningIn, organisation]);
  useScreenTitle(text(isSigningIn ? "authorization.sign-in" : "activation.title"));
  const opener = <AboutButton onClick={() => setAbout(true)} />;
  return (
    <SignedOutPage statusIndicator={required.login ? <OfflineIndicator /> : null}>
      {isSigningIn ? <AuthorizationScreen more={opener} /> : <Activation more={opener} />}
      {about ? <AboutDialog onClose={() => setAbout(false)} /> : null}
    </SignedOutPage>
  );
};
