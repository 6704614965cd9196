import type { ReactNode } from "react";
import ActivationScreen from "../../features/activation/activation-screen.tsx";
import type { Licence } from "../../services/licence.ts";
import type { App } from "../create-app.ts";

export interface ActivationProps {
  app: App;
  licence: Licence;
  /** Stands below. */
  more: ReactNode;
}

const Activation = ({ app, licence, more }: ActivationProps) => (
  <ActivationScreen
    licence={licence}
    alerts={app.alerts}
    network={app.network}
    more={more}
    onStart={licence.start}
  />
);

export default Activation;
