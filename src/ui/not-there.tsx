export interface NotThereProps {
  message: string;
  retry: string;
  onRetry: () => void;
}

/** In place of what could not be fetched: why, and a new try. */
export const NotThere = ({ message, retry, onRetry }: NotThereProps) => (
  <>
    <p role="alert">{message}</p>
    <p>
      <button type="button" className="button" onClick={onRetry}>
        {retry}
      </button>
    </p>
  </>
);
