import { useText } from "../../i18n/use-text.ts";

/** Replaces a screen that failed. */
export const BrokenScreen = ({ onRetry }: { onRetry: () => void }) => {
  const text = useText();
  return (
    <main id="content" tabIndex={-1} className="wrap screen">
      <div className="sheet" role="alert">
        <p>{text("screen.broken")}</p>
        <p>{text("failure.connection")}</p>
        <button type="button" className="button" onClick={onRetry}>
          {text("screen.retry")}
        </button>
      </div>
    </main>
  );
};
