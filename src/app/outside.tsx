import { useSnapshot } from "valtio";
import { AuthorizationScreen } from "../features/authorization/authorization-screen.tsx";
import { useText } from "../i18n/use-text.ts";
import { useTitle } from "../ui/use-title.ts";
import type { App } from "./create-app.ts";
import { OutsidePage } from "./outside-page.tsx";

/** Nobody is signed in: every address leads to the sign-in form, which leads back to it. */
export const Outside = ({ app }: { app: App }) => {
  const text = useText();
  const { name } = useSnapshot(app.organisation.state);
  useTitle(text("authorization.sign-in"), name);
  return (
    <OutsidePage app={app}>
      <AuthorizationScreen model={app.signIn} />
    </OutsidePage>
  );
};
