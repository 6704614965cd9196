import * as v from "valibot";
import { proxy, snapshot } from "valtio/vanilla";
import { getSession, login, logout, type SignedIn, type User, user } from "../contract/session.ts";
import { isSessionExpired } from "../domain/session-expiry.ts";
import { Result } from "../lib/result.ts";
import type { Machine } from "../platform/ports.ts";
import type { CallFailure } from "../transport/call-failure.ts";
import type { Send } from "../transport/transport.ts";
import { dayIn } from "./day-in.ts";
import { createStored } from "./stored.ts";

type SignInFailure =
  /** With a second factor `secondFactor` says what is asked for, and `finishLogin` finishes the sign-in. */
  CallFailure | { readonly kind: "expired" };

export type SessionEnd = "logged-out" | "used-elsewhere" | "expired" | "ended";

export interface SessionOptions {
  machine: Machine;
  send: Send;
  /** Whether a later sign-in elsewhere ends this session. */
  singleLogin: boolean;
  /**
   * Whether the session has an id. The desktop app's sessions have none: any session id at the
   * school then belongs to a sign-in elsewhere. Absent: yes.
   */
  hasId?: boolean;
  onEnd: (why: SessionEnd) => void;
  /** Called at a sign-in with the answers that have come with it, by the paths of their calls. */
  onAhead?: (answers: Record<string, unknown>) => void;
}

const storedSession = v.object({ token: v.string(), sessionId: v.nullish(v.string(), null), user });

/** The signed-in person. Only this service decides that a session has ended. */
export const createSession = (options: SessionOptions) => {
  const { machine, send, singleLogin, hasId = true, onEnd } = options;
  const stored = createStored(machine.storage, "session.v1", storedSession);
  const state = proxy({
    authenticated: false,
    user: null as User | null,
    token: null as string | null,
    sessionId: null as string | null,
    /** 100 admin, 20 manager, 10 tutor, 0 student, -1 nobody. */
    level: -1,
  });

  const open = (session: v.InferOutput<typeof storedSession>) => {
    Object.assign(state, session, { authenticated: true, level: session.user.level });
  };

  const end = (why: SessionEnd) => {
    if (!state.authenticated) return;
    // If another tab has signed in meanwhile, its session stays in storage.
    if (stored.read()?.token === state.token) stored.clear();
    Object.assign(state, {
      authenticated: false,
      user: null,
      token: null,
      sessionId: null,
      level: -1,
    });
    onEnd(why);
  };

  const hasExpired = ({ expire, level, schoolZone }: User) =>
    // To tell a day takes a phone some milliseconds, and most accounts do not expire.
    expire !== null && isSessionExpired(expire, dayIn<"school">(schoolZone)(machine.now()), level);

  const accept = (
    { token, user: person, ahead }: SignedIn,
    sessionId: string | null,
  ): Result<User, { readonly kind: "expired" }> => {
    if (hasExpired(person)) return Result.fail({ kind: "expired" });
    open({ token, user: person, sessionId: person.sessionId ?? sessionId });
    stored.write({ token, user: person, sessionId: state.sessionId });
    options.onAhead?.(ahead as Record<string, unknown>);
    return Result.ok(person);
  };

  return {
    state,

    /** Takes over a session that the school has started, and stores it. */
    accept,

    /** Restores the stored session. One that has expired is ended. */
    boot() {
      const session = stored.read();
      if (!session) return;
      open(session);
      if (hasExpired(session.user)) end("expired");
    },

    /** Signs in at the school, and stores the session. */
    async signIn(username: string, password: string): Promise<Result<User, SignInFailure>> {
      // The random part keeps a leaked session id from being used to guess the password.
      const seed = [username, password, machine.now(), machine.randomHex(16)];
      const sessionId = hasId ? await machine.sha256(seed.join("\n")) : null;
      const answer = await send(login, { body: { username, password, sessionId } });
      return answer.ok ? accept(answer.value, sessionId) : answer;
    },

    /**
     * Asks the school for the account's present session, and ends this one if the account is used
     * elsewhere. If no answer comes, the session stays.
     */
    async check(): Promise<void> {
      const { token, sessionId } = snapshot(state);
      if (!token) return;
      if (!sessionId && hasId) return end("ended");
      const t = machine.now();
      const answer = await send(getSession, { query: { t } });
      if (state.token !== token) return;
      if (!answer.ok) {
        // 403: the token has no session. Any other failure tells nothing about the session.
        if (answer.failure.kind === "refused" && answer.failure.status === 403) end("ended");
        return;
      }
      const theirs = answer.value.sessionId;
      if (theirs === null) return hasId ? end("ended") : undefined;
      const proof = await machine.sha256(`${t}\n${theirs}`);
      if (state.token !== token) return;
      // Without a valid proof the answer may be a replay of an old one, so it counts as none.
      if (String(answer.value.t) !== proof) return end("ended");
      if (singleLogin && theirs !== sessionId) end("used-elsewhere");
    },

    /** Changes fields of the signed-in person, also in the stored session. */
    updateUser(changes: Partial<User>) {
      if (!state.user) return;
      Object.assign(state.user, changes);
      const session = stored.read();
      // If another tab has signed in meanwhile, the stored session is not this one.
      if (session?.token === state.token)
        stored.write({ ...session, user: snapshot(state.user) as User });
    },

    /**
     * Ends the session here, whatever the school answers.
     * @returns what the school answers
     */
    logOut() {
      const answer = state.token ? send(logout) : null;
      end("logged-out");
      return answer;
    },

    /** Call it when a call with the present token got a 401. */
    onUnauthorized: () => end(state.user && hasExpired(state.user) ? "expired" : "ended"),
  };
};

export type Session = ReturnType<typeof createSession>;
