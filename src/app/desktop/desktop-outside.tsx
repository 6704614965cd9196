import { useState } from "react";
import { useSnapshot } from "valtio";
import { AboutButton } from "../../features/about/about-button.tsx";
import { AuthorizationScreen } from "../../features/authorization/authorization-screen.tsx";
import { Boot } from "../../features/shell/boot.tsx";
import { OfflineSign } from "../../features/shell/offline-sign.tsx";
import { useText } from "../../i18n/use-text.ts";
import { lazily } from "../../ui/lazily.tsx";
import { useTitle } from "../../ui/use-title.ts";
import type { App } from "../create-app.ts";
import { OutsidePage } from "../outside-page.tsx";
import { plainPart } from "../screens/part.ts";
import { About } from "./about.tsx";
import type { DesktopParts } from "./desktop-parts.ts";

const Activation = lazily(
  plainPart("activation", () => import(/* webpackChunkName: "activation" */ "./activation.tsx")),
  Boot,
);

export interface DesktopOutsideProps {
  app: App;
  parts: DesktopParts;
  /** Whether one signs in at the school too. */
  login: boolean;
}

/** Where one activates this machine, and then signs in where that is asked for. */
export const DesktopOutside = ({ app, parts, login }: DesktopOutsideProps) => {
  const text = useText();
  const { name } = useSnapshot(app.organisation.state);
  const { status } = useSnapshot(parts.licence.state);
  const [about, setAbout] = useState(false);
  const signingIn = login && status === "active";
  useTitle(text(signingIn ? "authorization.sign-in" : "activation.title"), name);
  const opener = <AboutButton onClick={() => setAbout(true)} />;
  return (
    <OutsidePage app={app} sign={login ? <OfflineSign network={app.network} /> : null}>
      {signingIn ? (
        <AuthorizationScreen model={app.signIn} more={opener} />
      ) : (
        <Activation app={app} licence={parts.licence} more={opener} />
      )}
      {about ? <About parts={parts} onClose={() => setAbout(false)} /> : null}
    </OutsidePage>
  );
};
