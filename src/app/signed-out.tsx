import { useScreenTitle } from "../app-context/use-screen-title.ts";
import { AuthorizationScreen } from "../features/authorization/authorization-screen.tsx";
import { useText } from "../i18n/use-text.ts";
import { SignedOutPage } from "./signed-out-page.tsx";

/** Nobody is signed in: every address leads to the sign-in form, which leads back to it. */
export const SignedOut = () => {
  const text = useText();
  useScreenTitle(text("authorization.sign-in"));
  return (
    <SignedOutPage>
      <AuthorizationScreen />
    </SignedOutPage>
  );
};
