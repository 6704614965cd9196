import { type ComponentProps, type MouseEvent, useState } from "react";
import styles from "./button.module.css";

interface ButtonProps extends Omit<ComponentProps<"button">, "className" | "onClick" | "ref"> {
  /** Of less weight than the main button beside it. */
  quiet?: boolean;
  /** It looks like a link, as in a list of many. */
  plain?: boolean;
  /** The button is disabled until the promise that this may return is settled. */
  onClick?: (event: MouseEvent<HTMLButtonElement>) => unknown;
}

/** A button in the house style. One that is disabled does nothing, but keeps the focus and is read out. */
export const Button = ({ quiet, plain, disabled, onClick, ...attributes }: ButtonProps) => {
  const [isBusy, setBusy] = useState(false);
  const isDisabled = disabled || isBusy;
  const click = async (event: MouseEvent<HTMLButtonElement>) => {
    const result = onClick?.(event);
    if (!(result instanceof Promise)) return;
    setBusy(true);
    await result.finally(() => setBusy(false));
  };
  return (
    <button
      type="button"
      {...attributes}
      className={plain ? styles.plain : quiet ? "button quiet" : "button"}
      aria-disabled={isDisabled || undefined}
      onClick={isDisabled ? undefined : click}
    />
  );
};
