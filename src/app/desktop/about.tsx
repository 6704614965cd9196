import type { ComponentType } from "react";
import { lazily } from "../../ui/lazily.tsx";
import type { App } from "../create-app.ts";
import { plainPart } from "../screens/part.ts";
import type { DesktopParts } from "./desktop-parts.ts";

const loadAbout = plainPart(
  "about",
  () => import(/* webpackChunkName: "about" */ "../../features/about/about-dialog.tsx"),
);

const NotThere = () => null;

/** What the app is, on what it runs and with which licence, as a dialog. */
export const createAbout = ({ machine, licence, app }: DesktopParts) => {
  const View = lazily<{ app: App; onClose: () => void }>((props) =>
    loadAbout(props).then(
      ({ default: AboutDialog }) => ({
        default: ({ app: { alerts }, onClose }) => (
          <AboutDialog
            licence={licence}
            identity={machine.identity}
            version={machine.version}
            alerts={alerts}
            onClose={onClose}
          />
        ),
      }),
      () => ({ default: NotThere }),
    ),
  );
  const About: ComponentType<{ onClose: () => void }> = ({ onClose }) => (
    <View app={app()} onClose={onClose} />
  );
  return About;
};
