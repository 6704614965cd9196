import { Component, type ReactNode } from "react";
import { BrokenScreen } from "./broken-screen.tsx";

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
