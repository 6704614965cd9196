export interface LoadErrorProps {
  message: string;
  retry: string;
  onRetry: () => void;
}

/** Replaces data that could not be fetched: says why, and offers to try again. */
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
