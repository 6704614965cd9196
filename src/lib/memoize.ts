/** Caches a function's result for each argument object, for as long as the object exists. */
export const memoize = <Key extends object, Value extends object | string>(
  compute: (key: Key) => Value,
): ((key: Key) => Value) => {
  const known = new WeakMap<Key, Value>();
  return (key) => {
    const value = known.get(key) ?? compute(key);
    known.set(key, value);
    return value;
  };
};
