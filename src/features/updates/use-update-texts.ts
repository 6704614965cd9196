import { useIntl } from "react-intl";
import type { DeepReadonly } from "../../contract/wire.ts";
import type { MessageId } from "../../i18n/message-id.ts";
import { useText } from "../../i18n/use-text.ts";
import type { UpdatePhase, UpdateState } from "../../offline/updates/update-state.ts";

const updatePhaseMessages = {
  none: "update.latest",
  offered: "update.offered",
  waiting: "update.waiting",
  fetching: "update.fetching",
  ready: "update.ready",
  installing: "update.installing",
  installed: "update.installed",
  failed: "update.offered",
} satisfies Record<UpdatePhase, MessageId>;

type State = DeepReadonly<UpdateState>;

/** Texts about the state of a new version. */
export const useUpdateTexts = () => {
  const text = useText();
  const { locale } = useIntl();
  return {
    phase({ phase, kind, version, failure, rolledBack }: State): string {
      if (failure) return text(`update-failure.${failure.kind}`, { version });
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
