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
  /** Told after each change, with everything in place. */
  onChange: (language: Language) => void;
}

/** The language of the interface. Only the one in use is fetched. */
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

  /** A later call has the later language and all chunks: what it brings counts for the earlier too. */
  const use = (language: Language): Promise<void> => {
    target = language;
    const mine: Promise<void> = Promise.all([...chunks].map((chunk) => load(chunk, language))).then(
      (messages) => {
        if (mine !== latest) return latest;
        state.language = language;
        state.direction = directionOf(language);
        state.intl = ref(createIntl(language, Object.assign({}, ...messages)));
        onChange(language);
      },
      (error) => {
        if (mine !== latest) return latest;
        target = state.language;
        throw error;
      },
    );
    latest = mine;
    return mine;
  };

  return {
    state,
    /** The language that was chosen here, or the first of a person's languages that there is. */
    preferred: (languages: readonly string[]): Language =>
      stored.read() ?? firstLanguage(languages),

    /** Loads the messages of the language that the page came up in. */
    boot: (pageLanguage: string) =>
      use(isLanguage(pageLanguage) ? pageLanguage : FALLBACK_LANGUAGE),
    /** Switches, and remembers it. Fails, changing nothing, when the messages do not arrive. */
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
     * Makes the messages of a chunk available, now and after every switch; whoever asks meanwhile
     * waits for the same. After a failure it can be asked for anew.
     */
    require(chunk: MessageChunk): Promise<void> {
      const known = required.get(chunk);
      if (known) return known;
      chunks.add(chunk);
      const arriving = use(target);
      required.set(chunk, arriving);
      arriving.catch(() => {
        chunks.delete(chunk);
        required.delete(chunk);
      });
      return arriving;
    },
  };
};

export type LanguageService = ReturnType<typeof createLanguage>;
