import { deletePush, getPush, putPush, type Subscription } from "../../../contract/push.ts";
import { renewPush } from "../../../contract/push-renewal.ts";
import { type App, publicRoute, route } from "../../http/route.ts";
import { HttpProblem, invalid } from "../../problem.ts";
import type { Services } from "../../services.ts";
import { arePushKeys } from "./encrypt-push.ts";
import { addDevice, findDevice, removeDevice, renewDevice } from "./push-devices.ts";
import { isPushEndpoint } from "./push-endpoint.ts";
import { vapidKeys } from "./vapid.ts";

/** @throws HttpProblem 422 */
const checked = (subscription: Subscription): Subscription => {
  if (!isPushEndpoint(subscription.endpoint)) {
    throw invalid("endpoint", "must be the HTTPS address of a public push service");
  }
  if (!arePushKeys(subscription)) throw invalid("p256dh", "must be the key of a browser");
  return subscription;
};

export const pushRoutes = (app: App, services: Services): void => {
  const { database, clock } = services;

  route(app, services, getPush, async ({ person }) => {
    const { publicKey } = await vapidKeys(database);
    const device = await database.read
      .selectFrom("push_device")
      .select("created")
      .where("token_hash", "=", person.tokenHash)
      .executeTakeFirst();
    return { key: publicKey, on: device !== undefined };
  });

  route(app, services, putPush, async ({ person, body }) => {
    const subscription = checked(body);
    await database.write(async (db) => {
      await database.lockAccount(db, person.accountId);
      await addDevice(db, person, subscription, clock());
    });
    return null;
  });

  route(app, services, deletePush, async ({ person }) => {
    await database.write((db) => removeDevice(db, person.tokenHash));
    return null;
  });

  publicRoute(app, services, renewPush, async ({ body }) => {
    const { endpoint, auth, renewed } = body;
    const subscription = checked(renewed);
    // Strangers wait for no write.
    const tokenHash = await findDevice(database.read, { endpoint, auth });
    if (tokenHash === null) {
      throw new HttpProblem(404, "device/not_found", "There is no such device");
    }
    await database.write((db) => renewDevice(db, tokenHash, subscription));
    return null;
  });
};
