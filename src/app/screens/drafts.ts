import { createDrafts } from "../../core/drafts.ts";
import { only } from "../create-inside.ts";
import { personOf } from "../person-of.ts";
import type { ScreenProps } from "./screen-props.ts";

const create = ({ app }: Pick<ScreenProps, "app">) => {
  const drafts = createDrafts({ ...app.machine, personId: personOf(app) });
  addEventListener("pagehide", drafts.flush);
  const stop = app.onSessionEnd(() => {
    drafts.stop();
    removeEventListener("pagehide", drafts.flush);
    stop();
  });
  return drafts;
};

/** What is typed and not yet sent or saved; several screens share it. */
export const draftsOf = (props: Pick<ScreenProps, "app" | "services">) => only(props, create);
