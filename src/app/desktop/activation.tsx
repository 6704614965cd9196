import { type ReactNode, useEffect, useRef } from "react";
import ActivationScreen from "../../features/activation/activation-screen.tsx";
import type { Licence } from "../../offline/licence/licence.ts";
import { focusNextContent } from "../../ui/focus-next-content.ts";
import type { App } from "../create-app.ts";

export interface ActivationProps {
  app: App;
  licence: Licence;
  /** Stands below. */
  more: ReactNode;
}

const Activation = ({ app, licence, more }: ActivationProps) => {
  const content = useRef<Element>(null);
  useEffect(() => {
    content.current = document.getElementById("content");
  }, []);
  return (
    <ActivationScreen
      licence={licence}
      alerts={app.alerts}
      network={app.network}
      more={more}
      onStart={() => {
        focusNextContent(content.current);
        licence.start();
      }}
    />
  );
};

export default Activation;
