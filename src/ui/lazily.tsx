import { type ComponentType, useEffect, useState } from "react";

/**
 * A component whose code is fetched when it is first shown. Unlike React's own `lazy` it needs no
 * Suspense, whose weight the sign-in form would carry, and it tries again after a failure.
 * @param load gets the module whose default export is the component
 * @param Waiting shown while it loads
 * @param useArgument a hook whose value `load` gets beside the first properties
 * @returns a component that throws what `load` failed with, for an error boundary
 */
export const lazily = <Props extends object, Argument = undefined>(
  load: (props: Props, argument: Argument) => Promise<{ default: ComponentType<Props> }>,
  Waiting: ComponentType = () => null,
  useArgument: () => Argument = () => undefined as Argument,
): ComponentType<Props> => {
  let Loaded: ComponentType<Props> | undefined;
  return function Lazily(props: Props) {
    const [state, setState] = useState<{ error?: unknown }>({});
    const argument = useArgument();
    const waits = !Loaded;
    // biome-ignore lint/correctness/useExhaustiveDependencies: it is fetched once
    useEffect(() => {
      if (Loaded) {
        // Another instance has loaded the code since this one rendered.
        if (waits) setState({});
        return;
      }
      let gone = false;
      load(props, argument).then(
        (module) => {
          Loaded = module.default;
          if (!gone) setState({});
        },
        (error) => {
          if (!gone) setState({ error });
        },
      );
      return () => {
        gone = true;
      };
    }, []);
    if (Loaded) return <Loaded {...props} />;
    if (state.error) throw state.error;
    return <Waiting />;
  };
};
