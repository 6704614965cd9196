import { type ComponentType, useEffect, useState } from "react";

/**
 * A component whose code is fetched when it is first rendered. Unlike React's `lazy` it needs no
 * Suspense, which would add to the bytes of the sign-in form, and it retries after a failure.
 * @param load fetches the module whose default export is the component
 * @param Waiting rendered while the code loads
 * @param useArgument a hook whose value is passed to `load` after the first props
 * @returns a component that throws the error of `load`, for an error boundary
 */
export const lazyComponent = <Props extends object, Argument = undefined>(
  load: (props: Props, argument: Argument) => Promise<{ default: ComponentType<Props> }>,
  Waiting: ComponentType = () => null,
  useArgument: () => Argument = () => undefined as Argument,
): ComponentType<Props> => {
  let Loaded: ComponentType<Props> | undefined;
  return function LazyComponent(props: Props) {
    const [state, setState] = useState<{ error?: unknown }>({});
    const argument = useArgument();
    const isWaiting = !Loaded;
    // biome-ignore lint/correctness/useExhaustiveDependencies: the code is fetched once
    useEffect(() => {
      if (Loaded) {
        // Another instance has loaded the code since this one was rendered.
        if (isWaiting) setState({});
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
