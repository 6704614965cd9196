import { proxy } from "valtio/vanilla";
import type { News } from "../../../contract/news.ts";
import { putNews } from "../../../contract/news-choice.ts";
import { putNewsLocale } from "../../../contract/news-locale.ts";
import { deletePush, getPush, putPush } from "../../../contract/push.ts";
import type { Failure, FailureTable } from "../../../core/match-failure.ts";
import type { Weekday } from "../../../domain/week-locale.ts";
import { Result } from "../../../lib/result.ts";
import type { DevicePush } from "../../../platform/ports.ts";
import type { CallFailure } from "../../../transport/call-failure.ts";
import type { Send } from "../../../transport/transport.ts";

/** Where a person is: the hour of a digest is one of their clocks, and a week begins on their day. */
interface Locale {
  readonly language: string;
  readonly zone: string;
  readonly week_start: Weekday;
}

/** What a person chooses. */
export type Choice = Pick<News, "mail" | "hour" | "idle">;

/**
 * When the person is told what is new.
 * @param at what the school has
 */
export const createNews = (at: News, send: Send) => {
  const state = proxy({ news: at });
  let isSaving = false;
  /** What the school has not been told. The rest may have been chosen anew in another tab. */
  let untold: Partial<Choice> = {};

  /** Saves what was chosen, until the school has it. */
  const save = async (before: News): Promise<Result<null, CallFailure>> => {
    for (let saved = before; ; ) {
      const body = untold;
      untold = {};
      const answer = await send(putNews, { body });
      if (!answer.ok) {
        untold = {};
        state.news = saved;
        return answer;
      }
      saved = answer.value.news;
      // The person may have gone on choosing meanwhile.
      state.news = { ...saved, ...untold };
      if (Object.keys(untold).length === 0) return Result.ok(null);
    }
  };

  return {
    state,

    /** Tells the school the person's locale, unless it knows. */
    async tellLocale(locale: Locale): Promise<void> {
      const { language, zone, week_start } = locale;
      const isKnown = at.language === language && at.zone === zone && at.week_start === week_start;
      if (!isKnown) await send(putNewsLocale, { body: locale });
    },

    /** Changes one thing. It is shown at once, and again as it was if it cannot be saved. */
    async choose(change: Partial<Choice>): Promise<Result<null, CallFailure>> {
      const before = state.news;
      state.news = { ...before, ...change };
      untold = { ...untold, ...change };
      if (isSaving) return Result.ok(null);
      isSaving = true;
      const result = await save(before);
      isSaving = false;
      return result;
    },
  };
};

/** Why this device is not told, or goes on being told. */
export const pushMessages = {
  /** The browser cannot subscribe, such as in a private window. */
  "not-possible": "notifications.impossible",
  else: "policies.not-kept",
} as const satisfies FailureTable<"not-possible">;

type PushResult = Promise<Result<null, Failure<"not-possible">>>;

/**
 * Whether the person is told on this device.
 * @param open loads the notifications of this device; null in a browser without them
 */
export const createDevicePush = (open: () => Promise<DevicePush | null>, send: Send) => {
  const state = proxy({
    /** `absent`: there is nothing to choose, or it is not known yet. `denied`: the browser's settings forbid it. */
    is: "absent" as "absent" | "on" | "off" | "denied",
    isBusy: false,
  });
  let push: DevicePush | null = null;
  let key = "";

  /** Without the school the browser's own address is of no use to anybody. */
  const unsubscribe = (device: DevicePush): Promise<unknown> =>
    device.unsubscribe().catch(() => undefined);

  const turnOn = async (device: DevicePush): PushResult => {
    try {
      const body = await device.subscribe(key);
      if (!body) {
        state.is = await device.state();
        return Result.ok(null);
      }
      const answer = await send(putPush, { body });
      if (answer.ok) state.is = "on";
      else await unsubscribe(device);
      return answer.ok ? Result.ok(null) : answer;
    } catch {
      return Result.fail({ kind: "not-possible" });
    }
  };

  const turnOff = async (device: DevicePush): PushResult => {
    const answer = await send(deletePush);
    if (!answer.ok) return answer;
    state.is = "off";
    await unsubscribe(device);
    return Result.ok(null);
  };

  return {
    state,

    /** Finds out. At a school that does not tell devices, and where it cannot be reached, it is `absent`. */
    async load(): Promise<void> {
      const answer = await send(getPush);
      if (!answer.ok || answer.value.key === "") return;
      ({ key } = answer.value);
      push = await open();
      if (!push) return;
      const here = await push.state();
      // The session may have had the device that the browser has forgotten, or the other way round.
      state.is = here === "on" && !answer.value.on ? "off" : here;
    },

    /** Turns it on or off. The person is asked by the browser, so call it when they have pressed something. */
    async choose(on: boolean): PushResult {
      if (!push || state.isBusy) return Result.ok(null);
      state.isBusy = true;
      const result = await (on ? turnOn(push) : turnOff(push));
      state.isBusy = false;
      return result;
    },
  };
};
