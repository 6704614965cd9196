import type { ContentVersion } from "../../contract/staff-content.ts";
import { useText } from "../../i18n/use-text.ts";

/** Names who has made a version. */
export const useMaker = (): ((made: Pick<ContentVersion, "actor" | "by">) => string) => {
  const text = useText();
  return ({ actor, by }) => {
    if (actor === "person") return by || text("staff-content.by-nobody");
    return text(actor === "command" ? "staff-content.by-command" : "staff-content.by-school");
  };
};
