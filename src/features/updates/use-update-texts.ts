import { useIntl } from "react-intl";
import type { DeepReadonly } from "../../contract/wire.ts";
import { useText } from "../../i18n/use-text.ts";
import type { UpdateState } from "../../offline/updates/update-state.ts";
import { updateFailureMessages, updatePhaseMessages } from "./failure-messages.ts";

type State = DeepReadonly<UpdateState>;

/** Texts about the state of a new version. */
export const useUpdateTexts = () => {
  const text = useText();
  const { locale } = useIntl();
  return {
    phase({ phase, kind, version, failure, rolledBack }: State): string {
      if (failure) return text(updateFailureMessages[failure.kind], { version });
      if (phase === "offered" && version === rolledBack)
        return text("update.put-back", { version });
      if (phase === "offered" && kind === "package") return text("update.whole", { version });
      if (phase === "ready" && kind === "package") return text("update.fetched", { version });
      return text(updatePhaseMessages[phase], { version });
    },

    /** The release notes in the person's language or in English; empty if there are none. */
    notes: ({ notes }: State): string => notes[locale.slice(0, 2)] ?? notes.en ?? "",
  };
};
