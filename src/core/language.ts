import * as v from "valibot";
import { proxy, ref } from "valtio/vanilla";
import { directionOf, FALLBACK_LANGUAGE, isLanguage, type Language } from "../domain/languages.ts";
import { createIntl } from "../i18n/create-intl.ts";
import { firstLanguage } from "../i18n/languages.ts";
import type { MessageChunk } from "../i18n/message-chunks.ts";
import type { KeyValue } from "../platform/ports.ts";
import { createStored } from "./stored.ts";

export type Messages = Record<string, unknown>;
export type LoadMessages = (chunk: MessageChunk, language: Language) => Promise<Messages>;

export interface LanguageOptions {
  storage: KeyValue;
  load: LoadMessages;
  /** Called after each change, when `state` is up to date. */
  onChange: (language: Language) => void;
}

/**
 * The language of the interface. Only the messages of the language in use are fetched.
 *
 * It is no `createResource`: a switch has to fetch all chunks as one, and the old messages must
 * stay until all of them are there.
 */
export const createLanguage = ({ storage, load, onChange }: LanguageOptions) => {
  const stored = createStored(storage, "language.v1", v.custom<Language>(isLanguage));
  const chunks = new Set<MessageChunk>(["entry"]);
  const required = new Map<MessageChunk, Promise<void>>();
  const state = proxy({
    language: FALLBACK_LANGUAGE as Language,
    direction: "ltr" as "ltr" | "rtl",
    intl: ref(createIntl(FALLBACK_LANGUAGE, {})),
  });

  let target: Language = FALLBACK_LANGUAGE;
  let latest: Promise<void> = Promise.resolve();

  /** A later call covers an earlier one, because it has the later language and all chunks. */
  const use = (language: Language): Promise<void> => {
    target = language;
    const request: Promise<void> = Promise.all(
      [...chunks].map((chunk) => load(chunk, language)),
    ).then(
      (messages) => {
        if (request !== latest) return latest;
        state.language = language;
        state.direction = directionOf(language);
        state.intl = ref(createIntl(language, Object.assign({}, ...messages)));
        onChange(language);
      },
      (error) => {
        if (request !== latest) return latest;
        target = state.language;
        throw error;
      },
    );
    latest = request;
    return request;
  };

  return {
    state,
    /** The language chosen on this machine, else the first supported one of `languages`. */
    preferred: (languages: readonly string[]): Language =>
      stored.read() ?? firstLanguage(languages),

    /** Loads the messages of the page's language. Rejects if they cannot be fetched. */
    boot: (pageLanguage: string) =>
      use(isLanguage(pageLanguage) ? pageLanguage : FALLBACK_LANGUAGE),
    /**
     * Switches the language and stores the choice.
     * @returns false if the messages could not be fetched; then nothing has changed
     */
    async select(language: Language): Promise<boolean> {
      try {
        await use(language);
      } catch {
        return false;
      }
      stored.write(state.language);
      return true;
    },
    /**
     * Loads the messages of a chunk, now and after every switch. Calls for the same chunk share one
     * request. Rejects if it fails; the next call tries again.
     */
    require(chunk: MessageChunk): Promise<void> {
      const running = required.get(chunk);
      if (running) return running;
      chunks.add(chunk);
      const request = use(target);
      required.set(chunk, request);
      request.catch(() => {
        chunks.delete(chunk);
        required.delete(chunk);
      });
      return request;
    },
  };
};

export type LanguageService = ReturnType<typeof createLanguage>;
