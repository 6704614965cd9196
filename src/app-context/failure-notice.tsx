import { type FailureTable, matchFailure, type OwnKind } from "../core/match-failure.ts";
import type { MessageId } from "../i18n/message-id.ts";
import { useText } from "../i18n/use-text.ts";
import { useFailureText } from "./use-failure-text.ts";

interface FailureNoticeProps<Failure extends { readonly kind: string }> {
  /** Null and false show nothing; true is a failure of which nothing else is known. */
  failure: Failure | boolean | null;
  /** A failure whose message is null shows nothing, either. */
  messages: FailureTable<OwnKind<Failure>, MessageId | null>;
  values?: Record<string, string | number>;
  className?: string | undefined;
  /** Tries again; without it there is no button. */
  onRetry?: () => void;
}

/** Why something failed, such as data that could not be loaded, with a button to try again. */
export const FailureNotice = <Failure extends { readonly kind: string }>({
  failure,
  messages,
  values,
  className,
  onRetry,
}: FailureNoticeProps<Failure>) => {
  const text = useText();
  const failureText = useFailureText();
  const message = failure && (failure === true ? messages.else : matchFailure(failure, messages));
  return message ? (
    <>
      <p role="alert" className={className}>
        {failureText(failure || true, message, values)}
      </p>
      {onRetry ? (
        <p>
          <button type="button" className="button" onClick={onRetry}>
            {text("screen.retry")}
          </button>
        </p>
      ) : null}
    </>
  ) : null;
};
