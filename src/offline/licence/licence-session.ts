import { proxy } from "valtio/vanilla";
import type { Session, SessionEnd, SessionOptions } from "../../core/session.ts";
import { Result } from "../../lib/result.ts";
import type { Licence } from "./licence.ts";

const NOBODY = { authenticated: false, user: null, token: null, sessionId: null, level: -1 };

/** Creates a session that the licence opens and ends, for a build in which nobody signs in. */
export const createLicenceSession =
  (licence: Pick<Licence, "state" | "check">) =>
  ({ onEnd }: SessionOptions): Session => {
    const state: Session["state"] = proxy({ ...NOBODY });

    const end = (why: SessionEnd) => {
      if (!state.authenticated) return;
      Object.assign(state, NOBODY);
      onEnd(why);
    };

    return {
      state,
      boot() {
        if (licence.state.status !== "active") return;
        const { serialNumber, fullName } = licence.state;
        const user: Session["state"]["user"] = {
          id: 0,
          firstName: fullName,
          lastName: "",
          // Data on the machine is stored under this name.
          username: serialNumber,
          email: "",
          level: 0,
          languages: [],
          registration: null,
          expire: null,
          accepted_policy_personaldata: null,
          accepted_policy_mediaconsent: null,
          org_id: null,
          serialNumber,
          canDownloadApp: false,
          signedInElsewhere: false,
          // It comes with the content.
          schoolZone: "",
          sessionId: null,
        };
        Object.assign(state, { authenticated: true, user, level: 0 });
      },
      signIn: async () => Result.fail({ kind: "unreachable" }),
      check: () => licence.check(),
      updateUser: (changes) => void (state.user && Object.assign(state.user, changes)),
      accept: () => Result.fail({ kind: "expired" }),
      logOut() {
        end("logged-out");
        return null;
      },
      onUnauthorized: () => undefined,
    };
  };
