import * as v from "valibot";
import { proxy, ref } from "valtio/vanilla";
import {
  directionOf,
  FALLBACK_LANGUAGE,
  isLanguage,
  LANGUAGES,
  type Language,
} from "../domain/languages.ts";
import { createIntl, type LoadMessages, type Messages } from "../i18n/create-intl.ts";
import { firstLanguage } from "../i18n/languages.ts";
import type { KeyValue } from "../platform/ports.ts";
import { createStored } from "./stored.ts";

interface LanguageOptions {
  storage: KeyValue;
  /** The messages that are there from the start. */
  entry: LoadMessages;
  /** Called after each change, when `state` is up to date. */
  onChange: (language: Language) => void;
}

/**
 * The language of the interface. Only the messages of the language in use are fetched.
 *
 * It is no `createResource`: a switch has to fetch all files as one, and the old messages must
 * stay until all of them are there.
 */
export const createLanguage = ({ storage, entry, onChange }: LanguageOptions) => {
  const stored = createStored(storage, "language.v1", v.picklist(LANGUAGES));
  const files = new Set([entry]);
  const required = new Map<LoadMessages, Promise<void>>();
  const state = proxy({
    language: FALLBACK_LANGUAGE as Language,
    direction: "ltr" as "ltr" | "rtl",
    intl: ref(createIntl(FALLBACK_LANGUAGE, {})),
  });

  /** The texts of the language in use; null before the first ones are there. */
  let texts: Messages | null = null;
  let target: Language = FALLBACK_LANGUAGE;
  let school: string = FALLBACK_LANGUAGE;
  let latest: Promise<void> = Promise.resolve();

  /** A later call covers an earlier one, because it has the later language and all files. */
  const use = (language: Language): Promise<void> => {
    target = language;
    const request: Promise<void> = Promise.all([...files].map((load) => load(language))).then(
      (messages) => {
        if (request !== latest) return latest;
        const loaded: Messages = Object.assign({}, ...messages.map((file) => file.default));
        // What is on screen has its texts: a further file is no reason to render all of it again.
        if (texts && state.language === language) Object.assign(texts, loaded);
        else {
          texts = loaded;
          state.language = language;
          state.direction = directionOf(language);
          state.intl = ref(createIntl(language, texts, school));
        }
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

    /** Sets the school's first language, in which its texts are read where the interface's is missing. */
    setSchool(language: string): void {
      if (language === school) return;
      school = language;
      state.intl = ref({ ...state.intl, reads: [state.language, language] });
    },

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
     * Loads a file of messages, now and after every switch. Calls for the same file share one
     * request. Rejects if it fails; the next call tries again.
     */
    require(file: LoadMessages): Promise<void> {
      const running = required.get(file);
      if (running) return running;
      files.add(file);
      const request = use(target);
      required.set(file, request);
      request.catch(() => {
        files.delete(file);
        required.delete(file);
      });
      return request;
    },
  };
};

export type LanguageService = ReturnType<typeof createLanguage>;
