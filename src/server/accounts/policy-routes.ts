import { acceptPolicy } from "../../contract/account.ts";
import { studentDays } from "../days.ts";
import { type App, route } from "../http/route.ts";
import type { Services } from "../services.ts";

/** Records the day on which a person accepted a policy, or that they declined it. */
export const acceptPolicyRoute = (app: App, services: Services): void => {
  route(app, services, acceptPolicy, async ({ body, person, query }) => {
    const { policy } = body;
    const days = studentDays(query, services.catalogue.current.schoolDays);
    const accepted = body.accepted ? days.of(services.clock()) : null;
    await services.database.write((db) =>
      db
        .updateTable("account")
        .set(`accepted_${policy}`, accepted)
        .where("id", "=", person.accountId)
        .execute(),
    );
    return { policy, accepted: accepted ?? false };
  });
};
