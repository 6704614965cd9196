import { type ReactNode, useEffect } from "react";
import { useSnapshot } from "valtio";
import { useBaseApp } from "../app-context/app-context.ts";
import { AUTHORIZATION, nextParameter } from "../app-context/guard.ts";
import { currentPath, goTo, usePath } from "../app-context/location.ts";
import { useScreenTitle } from "../app-context/use-screen-title.ts";
import { AuthorizationScreen } from "../features/authorization/authorization-screen.tsx";
import { BrandBar } from "../features/shell/brand-bar.tsx";
import { LanguageMenu } from "../features/shell/language-menu.tsx";
import { useText } from "../i18n/use-text.ts";
import { never } from "../lib/never.ts";
import { lazyComponent } from "../ui/lazy-component.tsx";

// Below the form, and after it: the school's details have to be fetched anyway.
// If it fails to load, the form works without it.
const Footer = lazyComponent(() =>
  import(/* webpackChunkName: "brand" */ "../features/shell/footer.tsx").then(
    ({ Footer: component }) => ({ default: component }),
    () => never,
  ),
);

interface SignedOutPageProps {
  /** Shown beside the language menu. */
  statusIndicator?: ReactNode;
  children: ReactNode;
}

/**
 * The page around the sign-in form. It redirects every address to the sign-in address, which keeps
 * the requested one.
 */
export const SignedOutPage = ({ statusIndicator, children }: SignedOutPageProps) => {
  const { path, search } = usePath();
  const brand = useSnapshot(useBaseApp().organisation.state);
  useEffect(() => {
    // Signing out leads to the main page after this render.
    if (path !== AUTHORIZATION && path === currentPath()) {
      goTo(AUTHORIZATION + nextParameter(path, search), { replace: true });
    }
  }, [path, search]);
  return (
    <>
      <BrandBar brand={brand} onHome={() => goTo("/")}>
        {statusIndicator}
        <LanguageMenu />
      </BrandBar>
      {children}
      {brand.organisation ? <Footer /> : null}
    </>
  );
};

/** The page of the web app while nobody is signed in. */
export const SignedOut = () => {
  const text = useText();
  useScreenTitle(text("authorization.sign-in"));
  return (
    <SignedOutPage>
      <AuthorizationScreen />
    </SignedOutPage>
  );
};
