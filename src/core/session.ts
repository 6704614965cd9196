import * as v from "valibot";
import { proxy, snapshot } from "valtio/vanilla";
import { forgotPassword, getSession, login, logout, type User, user } from "../contract/session.ts";
import { dayOf } from "../domain/calendar.ts";
import { isSessionExpired } from "../domain/session-expiry.ts";
import { Result } from "../lib/result.ts";
import type { Machine } from "../platform/ports.ts";
import type { Send } from "../transport/transport.ts";
import { createStored } from "./stored.ts";

export type SignInFailure =
  | { readonly kind: "wrong-name-or-password" }
  | { readonly kind: "throttled"; readonly seconds: number | null }
  | { readonly kind: "expired" }
  | { readonly kind: "no-connection" };

/** Why somebody finds the sign-in form in place of what was there. */
export type SessionEnd = "logged-out" | "used-elsewhere" | "expired" | "ended";

export interface SessionOptions {
  machine: Machine;
  send: Send;
  /** One place at a time: a later sign-in elsewhere ends this session. */
  singleLogin: boolean;
  /**
   * Whether a session has an id of its own; the desktop app's have none, so that it is in use
   * elsewhere once the account has one. Absent: yes.
   */
  hasId?: boolean;
  onEnd: (why: SessionEnd) => void;
}

const storedSession = v.object({ token: v.string(), sessionId: v.nullish(v.string(), null), user });

/** Who is signed in. Only this service decides that somebody no longer is. */
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
    // Another tab may have signed in meanwhile: its session is not this one's to clear.
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

  return {
    state,

    /** Takes up the session that was kept, unless it has expired. */
    boot() {
      const kept = stored.read();
      if (!kept) return;
      open(kept);
      if (isSessionExpired(kept.user.expire, dayOf(machine.now()), kept.user.level)) end("expired");
    },

    async signIn(username: string, password: string): Promise<Result<User, SignInFailure>> {
      // The random part keeps a leaked session id from being used to guess the password.
      const parts = [username, password, machine.now(), machine.randomHex(16)];
      const sessionId = hasId ? await machine.sha256(parts.join("\n")) : null;
      const answer = await send(login, { body: { username, password, sessionId } });
      if (!answer.ok) {
        const { failure } = answer;
        if (failure.kind === "refused" && failure.status === 404) {
          return Result.fail({ kind: "wrong-name-or-password" });
        }
        return failure.kind === "refused" && failure.status === 429
          ? Result.fail({ kind: "throttled", seconds: failure.retryAfter })
          : Result.fail({ kind: "no-connection" });
      }
      const { token, user: person } = answer.value;
      if (isSessionExpired(person.expire, dayOf(machine.now()), person.level)) {
        return Result.fail({ kind: "expired" });
      }
      open({ token, user: person, sessionId: person.sessionId ?? sessionId });
      stored.write({ token, user: person, sessionId: state.sessionId });
      return Result.ok(person);
    },

    /** Asks for a mail with a link; says nothing of whether there is such an account. */
    async forgotPassword(emailOrUsername: string, language: string): Promise<void> {
      await send(forgotPassword, { body: { emailOrUsername, language } });
    },

    /**
     * Asks the school which session the account has now. An account in use elsewhere ends this
     * one; no answer proves nothing.
     */
    async check(): Promise<void> {
      const { token, sessionId } = snapshot(state);
      if (!token) return;
      if (!sessionId && hasId) return end("ended");
      const t = machine.now();
      const answer = await send(getSession, { query: { t } });
      if (state.token !== token) return;
      if (!answer.ok) {
        // Refused to this token: there is no session id for it. No other failure proves anything.
        if (answer.failure.kind === "refused" && answer.failure.status === 403) end("ended");
        return;
      }
      const theirs = answer.value.sessionId;
      if (!hasId && theirs === null) return;
      const proof = theirs === null ? null : await machine.sha256(`${t}\n${theirs}`);
      if (state.token !== token) return;
      // Without the proof the answer may be an old one, played back: it counts as no session id.
      if (proof === null || String(answer.value.t) !== proof) return end("ended");
      if (singleLogin && theirs !== sessionId) end("used-elsewhere");
    },

    /** Notes what has changed of the person who is signed in, now and for the next start. */
    updateUser(changes: Partial<User>) {
      if (!state.user) return;
      Object.assign(state.user, changes);
      const kept = stored.read();
      // Another tab may have signed in meanwhile: then this is not its person.
      if (kept?.token === state.token)
        stored.write({ ...kept, user: snapshot(state.user) as User });
    },

    /** Ends the session here whatever the school answers. */
    logOut() {
      if (state.token) void send(logout);
      end("logged-out");
    },

    /** A call was refused because its token is dead. */
    onUnauthorized: () => end("ended"),
  };
};

export type Session = ReturnType<typeof createSession>;
