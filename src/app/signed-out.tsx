import { useScreenTitle } from "../app-context/use-screen-title.ts";
import { AuthorizationScreen } from "../features/authorization/authorization-screen.tsx";
import { useText } from "../i18n/use-text.ts";
import { SignedOutPage } from "./signed-out-page.tsx";

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
