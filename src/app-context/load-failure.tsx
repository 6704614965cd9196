import { useText } from "../i18n/use-text.ts";
import { LoadError } from "../ui/load-error.tsx";
import { type StaffFailure, staffFailureMessages } from "./staff-failure.ts";

export interface LoadFailureProps {
  /** Null shows nothing. */
  failure: StaffFailure | null;
  onRetry: () => void;
}

/** Why something of the staff's desk could not be fetched, with a button that tries again. */
export const LoadFailure = ({ failure, onRetry }: LoadFailureProps) => {
  const text = useText();
  return failure ? (
    <LoadError
      message={text(staffFailureMessages[failure.kind])}
      retry={text("screen.retry")}
      onRetry={onRetry}
    />
  ) : null;
};
