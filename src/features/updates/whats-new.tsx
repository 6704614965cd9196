import { useText } from "../../i18n/use-text.ts";
import { Dialog } from "../../ui/dialog.tsx";

export interface WhatsNewProps {
  version: string;
  /** The release notes: paragraphs, and lists of lines that begin with a dash. */
  notes: string;
  onClose: () => void;
}

const ITEM = /^\s*[-*•]\s+/;

/** The release notes of a version. */
export const WhatsNew = ({ version, notes, onClose }: WhatsNewProps) => {
  const text = useText();
  const blocks = notes.split(/\n\s*\n/).map((block) => block.split("\n"));
  return (
    <Dialog
      title={text("update.whats-new-in", { version })}
      about={version}
      closeLabel={text("dialog.close")}
      onClose={onClose}
    >
      <div dir="auto">
        {blocks.map((lines) => {
          const items = lines.filter((line) => ITEM.test(line));
          const words = lines.filter((line) => !ITEM.test(line)).join(" ");
          return (
            <div key={lines.join("\n")}>
              {words.trim() ? <p>{words.replace(/^#+\s*/, "")}</p> : null}
              {items.length > 0 ? (
                <ul>
                  {items.map((line) => (
                    <li key={line}>{line.replace(ITEM, "")}</li>
                  ))}
                </ul>
              ) : null}
            </div>
          );
        })}
      </div>
    </Dialog>
  );
};
