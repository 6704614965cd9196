import { proxy } from "valtio/vanilla";
import type { App } from "../../app-context/app.ts";
import { beginOpenIdTry, finishOpenIdTry, type TriedSignIn } from "../../contract/staff-openid.ts";
import type { MessageId } from "../../i18n/message-id.ts";
import { type Fields, isSecret, namesProvider, secretField } from "./settings.ts";

/** As long as the school keeps a try. */
const GIVE_UP_MS = 10 * 60_000;
/** How often the window is looked at. */
const LOOK_MS = 500;

/** How far a try is. */
export type SignInState =
  | { readonly kind: "waiting" | "closed" | "checking" }
  /** `reason`: what the school says. */
  | { readonly kind: "failed"; readonly message: MessageId; readonly reason: string }
  | { readonly kind: "done"; readonly result: TriedSignIn };

/** The settings as they stand in the form. */
const formOf = (fields: Fields) => ({
  values: Object.entries(fields)
    .filter(([name]) => name.startsWith("OPENID_") && !isSecret(name))
    .map(([name, value]) => ({ name, value: value.trim() })),
  client_secret: fields[secretField("OPENID_CLIENT_SECRET")] || null,
});

/**
 * Signs in at the provider in a window, with what stands in the form, and asks the school what would follow.
 * @param form the window; null: the browser has opened none
 */
export const createOpenIdSignIn = (
  { transport: { send }, language }: Pick<App, "transport" | "language">,
  form: Window | null,
  fields: Fields,
) => {
  const model = proxy({ state: { kind: "waiting" } as SignInState });
  const over = new AbortController();
  const set = (state: SignInState) => {
    if (!over.signal.aborted) model.state = state;
  };
  const stop = () => {
    over.abort();
    form?.close();
  };
  const fail = (message: MessageId, reason = "") => {
    set({ kind: "failed", message, reason });
    stop();
  };
  const settings = formOf(fields);

  const finish = async (query: string): Promise<void> => {
    set({ kind: "checking" });
    const answer = await send(finishOpenIdTry, { body: { form: settings, query } });
    if (!answer.ok) return fail("staff-school.not-done");
    set({ kind: "done", result: answer.value });
    stop();
  };

  /** Waits for what the window tells: by itself, or by a channel where the provider has cut it off. */
  const wait = (state: string): void => {
    let isTold = false;
    const onMessage = ({ data }: MessageEvent): void => {
      const query: unknown = data?.openidTry;
      if (isTold || typeof query !== "string") return;
      if (new URLSearchParams(query).get("state") !== state) return;
      isTold = true;
      void finish(query);
    };
    const channel = new BroadcastChannel("openid-try");
    channel.onmessage = onMessage;
    addEventListener("message", onMessage, { signal: over.signal });
    // A provider that cuts the window off makes it look closed, too, so that this waits on.
    const look = setInterval(() => {
      if (!isTold && form?.closed) set({ kind: "closed" });
    }, LOOK_MS);
    const late = setTimeout(() => fail("openid.invalid"), GIVE_UP_MS);
    over.signal.addEventListener("abort", () => {
      channel.close();
      clearInterval(look);
      clearTimeout(late);
    });
  };

  return {
    model,
    stop,

    async start(): Promise<void> {
      if (!namesProvider(fields)) return fail("staff-school.try-fill");
      if (!form) return fail("openid.no-window");
      const back = location.href;
      const { language: spoken } = language.state;
      const body = { form: settings, back, language: spoken };
      const answer = await send(beginOpenIdTry, { body });
      if (over.signal.aborted) return;
      if (!answer.ok) return fail("staff-school.not-done");
      const { address, state, reason } = answer.value;
      if (!address) return fail("staff-school.refused", reason);
      wait(state);
      form.location.replace(address);
    },
  };
};
