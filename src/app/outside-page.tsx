import { type ReactNode, useEffect } from "react";
import { useSnapshot } from "valtio";
import { connectionAlert } from "../core/failure-messages/connection.ts";
import { BrandBar } from "../features/shell/brand-bar.tsx";
import { LanguageMenu } from "../features/shell/language-menu.tsx";
import { never } from "../lib/never.ts";
import { lazily } from "../ui/lazily.tsx";
import type { App } from "./create-app.ts";
import { AUTHORIZATION, nextParameter } from "./guard.ts";
import { goTo, usePath } from "./location.ts";
import { loadStyle } from "./page-files.ts";

const loadInsideStyle = () => loadStyle("inside");

// Below the form, and after it: the school's details have to be fetched anyway.
// Where it does not arrive, the form stands without it.
const Footer = lazily(() =>
  Promise.all([
    import(/* webpackChunkName: "brand" */ "../features/shell/footer.tsx"),
    loadInsideStyle(),
  ]).then(
    ([{ Footer: component }]) => ({ default: component }),
    () => never,
  ),
);

export interface OutsidePageProps {
  app: App;
  /** What stands beside the menu of languages. */
  sign?: ReactNode;
  children: ReactNode;
}

/** What stands around the way in; every address leads here, and it leads back to them. */
export const OutsidePage = ({ app, sign, children }: OutsidePageProps) => {
  const { path, search } = usePath();
  const { name, organisation } = useSnapshot(app.organisation.state);
  useEffect(() => {
    if (path !== AUTHORIZATION) {
      goTo(AUTHORIZATION + nextParameter(path, search), { replace: true });
    }
  }, [path, search]);
  return (
    <>
      <BrandBar name={name} logo={organisation?.logo ?? ""} onHome={() => goTo("/")}>
        {sign}
        <LanguageMenu
          service={app.language}
          loadStyle={loadInsideStyle}
          onFailure={() => app.alerts.show(connectionAlert)}
        />
      </BrandBar>
      {children}
      {organisation ? <Footer organisation={app.organisation} /> : null}
    </>
  );
};
