type Plain = string | number | boolean | null | undefined;

type Same<One, Other> =
  (<T>() => T extends One ? 1 : 2) extends <T>() => T extends Other ? 1 : 2 ? true : false;

type KeyOf<Sent> = Sent extends unknown ? keyof Sent : never;

type FieldOf<Sent, Key> = Sent extends unknown
  ? Key extends keyof Sent
    ? Sent[Key]
    : never
  : never;

type ItemOf<Sent> = Sent extends readonly (infer Item)[] ? Item : never;

/**
 * The paths of fields that are not in the contract or have the type `any`; never if there are none.
 */
type Surplus<Value, Sent, Path extends string = "answer"> =
  Same<Value, Sent> extends true
    ? never
    : 0 extends 1 & Value
      ? `${Path} is any`
      : Value extends Plain
        ? never
        : Value extends readonly (infer Item)[]
          ? Surplus<Item, ItemOf<Sent>, `${Path}[]`>
          : {
              [Key in keyof Value & string]-?: Key extends KeyOf<Sent>
                ? Surplus<Value[Key], FieldOf<Sent, Key>, `${Path}.${Key}`>
                : `${Path}.${Key}`;
            }[keyof Value & string];

/** The paths of fields of unknown type; never where there is none. */
type Untyped<Value, Path extends string, Seen = never> = unknown extends Value
  ? Path
  : Value extends Plain | Seen
    ? never
    : Value extends readonly (infer Item)[]
      ? Untyped<Item, `${Path}[]`, Seen>
      : {
          [Key in keyof Value & string]-?: Untyped<Value[Key], `${Path}.${Key}`, Seen | Value>;
        }[keyof Value & string];

/**
 * Nothing (`unknown`) for a value that says what our school sends, to the letter; else a type that the
 * value does not have, with the paths of what is wrong. Without it a value out of a variable could
 * say more than the contract knows. A contract that leaves a type unknown takes no answer.
 */
export type Exact<Value, Sent> = [Surplus<Value, Sent> | Untyped<Sent, "answer">] extends [never]
  ? unknown
  : { readonly surplus: Surplus<Value, Sent>; readonly untyped: Untyped<Sent, "answer"> };
