import { useEffect } from "react";
import { useSnapshot } from "valtio";
import { AuthorizationScreen } from "../features/authorization/authorization-screen.tsx";
import { BrandBar } from "../features/shell/brand-bar.tsx";
import { LanguageMenu } from "../features/shell/language-menu.tsx";
import { connectionAlert } from "../i18n/failure-messages/connection.ts";
import { useText } from "../i18n/use-text.ts";
import { lazily } from "../ui/lazily.tsx";
import { useTitle } from "../ui/use-title.ts";
import type { App } from "./create-app.ts";
import { AUTHORIZATION, nextParameter } from "./guard.ts";
import { goTo, usePath } from "./location.ts";
import { loadStyle } from "./page-files.ts";

const loadInsideStyle = () => loadStyle("inside");

// Below the form, and after it: the school's details have to be fetched anyway.
const Footer = lazily(async () => {
  const [{ Footer: component }] = await Promise.all([
    import(/* webpackChunkName: "brand" */ "../features/shell/footer.tsx"),
    loadInsideStyle(),
  ]);
  return { default: component };
});

/** Nobody is signed in: every address leads to the sign-in form, which leads back to it. */
export const Outside = ({ app }: { app: App }) => {
  const text = useText();
  const { path, search } = usePath();
  const { name, organisation } = useSnapshot(app.organisation.state);
  useTitle(text("authorization.sign-in"), name);
  useEffect(() => {
    if (path !== AUTHORIZATION) {
      goTo(AUTHORIZATION + nextParameter(path, search), { replace: true });
    }
  }, [path, search]);
  return (
    <>
      <BrandBar name={name} logo={organisation?.logo ?? ""} onHome={() => goTo("/")}>
        <LanguageMenu
          service={app.language}
          loadStyle={loadInsideStyle}
          onFailure={() => app.alerts.show(connectionAlert)}
        />
      </BrandBar>
      <AuthorizationScreen model={app.signIn} />
      {organisation ? <Footer organisation={app.organisation} /> : null}
    </>
  );
};
