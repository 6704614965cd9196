import AboutDialog from "../../features/about/about-dialog.tsx";
import type { AboutProps } from "./desktop-parts.ts";

const AboutHere = ({ parts: { machine, licence, app }, onClose }: AboutProps) => (
  <AboutDialog
    licence={licence}
    identity={machine.identity}
    version={machine.version}
    alerts={app().alerts}
    onClose={onClose}
  />
);

export default AboutHere;
