import { connectionAlert } from "../../core/failure-messages/connection.ts";
import type { ScreenProps } from "./screen-props.ts";

/**
 * Fetches a part of the app before it is shown, so that nothing opens without its code.
 * @returns whether it is there; that it is not has been said
 */
export const whenThere = (
  load: (props: Pick<ScreenProps, "app">) => Promise<unknown>,
  app: ScreenProps["app"],
): Promise<boolean> =>
  load({ app }).then(
    () => true,
    () => {
      app.alerts.show(connectionAlert);
      return false;
    },
  );
