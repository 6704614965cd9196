export interface LoadErrorProps {
  message: string;
  retry: string;
  onRetry: () => void;
}

/** Shown in place of data that could not be fetched: the reason, and a retry button. */
export const LoadError = ({ message, retry, onRetry }: LoadErrorProps) => (
  <>
    <p role="alert">{message}</p>
    <p>
      <button type="button" className="button" onClick={onRetry}>
        {retry}
      </button>
    </p>
  </>
);
