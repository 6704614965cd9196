import { Component, type ReactNode, useEffect } from "react";
import { useText } from "../../i18n/use-text.ts";

/** Replaces a screen that failed. What needed the network is tried again as soon as there is one. */
export const BrokenScreen = ({ onRetry }: { onRetry: () => void }) => {
  const text = useText();
  useEffect(() => {
    addEventListener("online", onRetry);
    return () => removeEventListener("online", onRetry);
  });
  return (
    <main id="content" tabIndex={-1} className="wrap screen">
      <div className="sheet" role="alert">
        <h1>{text(navigator.onLine ? "screen.broken" : "failure.connection")}</h1>
        {navigator.onLine ? <p>{text("failure.connection")}</p> : null}
        <button type="button" className="button" onClick={onRetry}>
          {text("screen.retry")}
        </button>
      </div>
    </main>
  );
};

/** Catches a screen's bugs and chunks that failed to load, and offers to try again. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override render() {
    return this.state.broken ? (
      <BrokenScreen onRetry={() => location.reload()} />
    ) : (
      this.props.children
    );
  }
}
