import { useIntl } from "react-intl";
import { Link } from "wouter";
import type { ListDeclaration, SortOf } from "../contract/list.ts";
import { type ListChoice, sortBy } from "../domain/list-query.ts";
import type { MessageId } from "../i18n/message-id.ts";
import { useText } from "../i18n/use-text.ts";
import { Field } from "../ui/field.tsx";
import { SearchField } from "../ui/search-field.tsx";
import { SelectField } from "../ui/select-field.tsx";
import { listAddress } from "./list-address.ts";
import styles from "./list-filters.module.css";
import type { ListChoiceState, ListState } from "./paged-list.ts";

/** The names of values, in the order in which they are offered; and how much of each there is. */
interface NamedValues<Value extends string> {
  readonly names: Readonly<Record<Value, MessageId>>;
  readonly counts?: Partial<Record<Value, number>>;
}

interface Labelled<Name> {
  readonly name: Name;
  readonly label: MessageId;
}

/** The field of a filter; what it shows besides its label follows from the filter's kind. */
type FieldOf<Name, Kind> = Labelled<Name> &
  (Kind extends readonly (infer Value extends string)[]
    ? NamedValues<Value> & {
        /** What it is called that the filter does not matter. */
        readonly all: MessageId;
      }
    : Kind extends "day"
      ? {
          /** Shown where the filter does not matter. */
          readonly fallback?: string | undefined;
          readonly min?: string | undefined;
          readonly max?: string | undefined;
        }
      : {
          readonly all: MessageId;
          readonly options: readonly (readonly [value: string, name: string])[];
        });

type AnyField = Labelled<string> &
  Partial<NamedValues<string>> &
  Record<"all", MessageId> & {
    readonly options?: readonly (readonly [value: string, name: string])[];
    readonly fallback?: string;
    readonly min?: string;
    readonly max?: string;
  };

type Filters<List extends ListDeclaration> = List["filters"];

export type FilterField<List extends ListDeclaration> = {
  [Name in keyof Filters<List>]: FieldOf<Name, Filters<List>[Name]>;
}[keyof Filters<List>];

/** A filter that is always chosen, as links. */
type FilterLinks<List extends ListDeclaration> = {
  [Name in keyof List["initial"] & keyof Filters<List>]: Labelled<Name> &
    NamedValues<Extract<Filters<List>[Name], readonly string[]>[number]>;
}[keyof List["initial"] & keyof Filters<List>];

interface ListFiltersProps<List extends ListDeclaration> {
  list: Pick<ListChoiceState<List>, "declaration" | "path" | "choice" | "show">;
  /** What the filters are called together, for screen readers. */
  label?: MessageId;
  links?: FilterLinks<List>;
  fields: readonly FilterField<List>[];
  /** Sorts the table where a narrow screen shows no headings that do it. */
  sort?: { readonly label: MessageId; readonly names: Readonly<Record<SortOf<List>, MessageId>> };
}

const useNames = () => {
  const text = useText();
  return ({ names, counts = {} }: NamedValues<string>) =>
    Object.entries(names).map(([value, id]) => {
      const count = counts[value];
      const name = text(id);
      return [
        value,
        count === undefined ? name : text("desk.with-count", { name, count }),
      ] as const;
    });
};

/** What a list shows. Each choice has an address of its own. */
export const ListFilters = <List extends ListDeclaration>({
  list,
  label,
  links,
  fields,
  sort,
}: ListFiltersProps<List>) => {
  const text = useText();
  const namesOf = useNames();
  const { declaration, path } = list;
  const choice = list.choice as Readonly<Record<string, string>>;
  const show = (name: string, value: string) =>
    list.show({ [name]: value } as Partial<ListChoice<List>>);
  const shown = links as (Labelled<string> & NamedValues<string>) | undefined;

  const field = ({ name, label: id, all, options, fallback, ...more }: AnyField) => {
    const { names, counts, ...days } = more;
    return declaration.filters[name] === "day" ? (
      <Field
        key={name}
        label={text(id)}
        type="date"
        value={choice[name] || (fallback ?? "")}
        {...days}
        onChange={(event) => show(name, event.currentTarget.value)}
      />
    ) : (
      <SelectField
        key={name}
        label={text(id)}
        value={choice[name] ?? ""}
        onChange={(event) => show(name, event.currentTarget.value)}
      >
        <option value="">{text(all)}</option>
        {(options ?? namesOf({ names: names ?? {}, counts })).map(([value, called]) => (
          <option key={value} value={value}>
            {called}
          </option>
        ))}
      </SelectField>
    );
  };

  return (
    <div className={styles.filters}>
      {shown ? (
        <nav className={styles.links} aria-label={text(shown.label)}>
          {namesOf(shown).map(([value, name]) => (
            <Link
              key={value}
              href={listAddress(path, declaration, { ...list.choice, [shown.name]: value })}
              aria-current={choice[shown.name] === value ? "true" : undefined}
            >
              {name}
            </Link>
          ))}
        </nav>
      ) : null}
      <fieldset className={styles.fields}>
        {label ? <legend className={styles.legend}>{text(label)}</legend> : null}
        {(fields as readonly unknown[] as readonly AnyField[]).map(field)}
        {sort ? (
          <div className={styles.sort}>
            <SelectField
              label={text(sort.label)}
              value={choice.sort}
              onChange={(event) =>
                list.show(
                  sortBy(declaration, list.choice, event.currentTarget.value as SortOf<List>),
                )
              }
            >
              {namesOf(sort).map(([value, name]) => (
                <option key={value} value={value}>
                  {name}
                </option>
              ))}
            </SelectField>
          </div>
        ) : null}
      </fieldset>
    </div>
  );
};

interface ListSearchProps<List extends ListDeclaration, Entry extends object> {
  list: Pick<ListState<List, Entry>, "typed" | "type" | "isAnswered" | "total" | "entries">;
  label: MessageId;
  /** Says how many there are, with `count`; absent: the number of those found is shown alone. */
  count?: MessageId;
}

/** The field with the words that a list is searched for. */
export const ListSearch = <List extends ListDeclaration, Entry extends object>({
  list: { typed, type, isAnswered, total, entries },
  label,
  count,
}: ListSearchProps<List, Entry>) => {
  const text = useText();
  const { formatNumber } = useIntl();
  const found = count ? text(count, { count: total }) : typed && formatNumber(entries?.length ?? 0);
  return (
    <SearchField
      label={text(label)}
      value={typed}
      onChange={type}
      result={isAnswered ? found : ""}
    />
  );
};
