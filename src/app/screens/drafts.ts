import { createDrafts } from "../../services/drafts.ts";
import { only } from "../create-inside.ts";
import type { ScreenProps } from "./screen-props.ts";

const create = ({ app }: Pick<ScreenProps, "app">) => {
  const { storage, now } = app.machine;
  const drafts = createDrafts({ storage, personId: app.session.state.user?.id ?? 0, now });
  addEventListener("pagehide", drafts.flush);
  const forget = app.onSessionEnd(() => {
    drafts.stop();
    removeEventListener("pagehide", drafts.flush);
    forget();
  });
  return drafts;
};

/** What somebody typed and has not sent; screens with forms share it. */
export const draftsOf = (props: Pick<ScreenProps, "app" | "services">) => only(props, create);
