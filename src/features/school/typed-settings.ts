import type { SettingsGroup } from "../../contract/staff-school.ts";
import type { TypedSettings } from "./school-service.ts";

/** What stands in the fields of a form by their names. Passwords begin with `secret `. */
export type Fields = Readonly<Record<string, string>>;

/** The field in which a secret is typed that is not shown. */
export const secretField = (name: string): string => `secret ${name}`;

/** Settings that are secret as a whole. */
export const isSecret = (name: string): boolean => name === "OPENID_CLIENT_SECRET";

/** Whether the form names a provider and the school's client there, without which there is nothing to try. */
export const namesProvider = ({ OPENID_ISSUER, OPENID_CLIENT_ID }: Fields): boolean =>
  Boolean(OPENID_ISSUER?.trim() && OPENID_CLIENT_ID?.trim());

/** What the fields show at first: nothing for a default, which the placeholder has. */
export const fieldsOf = ({ settings }: SettingsGroup): Fields =>
  Object.fromEntries(
    settings.map(({ name, value, from }) => [name, from === "default" ? "" : value]),
  );

/** The body of the call that saves the form: what has been changed in it. */
export const bodyOf = (group: SettingsGroup, fields: Fields): TypedSettings => {
  const before = fieldsOf(group);
  const free = group.settings.filter(({ from }) => from !== "environment");
  const values = free
    .filter(({ name }) => !isSecret(name) && fields[name] !== before[name])
    .map(({ name }) => ({ name, value: fields[name]?.trim() || null }));
  const secrets = free.flatMap(({ name }) => {
    const value = fields[secretField(name)] ?? "";
    return value === "" ? [] : [{ name, value }];
  });
  // A password alone is for the address that is there already.
  const withAddress = secrets
    .filter(({ name }) => !isSecret(name) && !values.some((one) => one.name === name))
    .map(({ name }) => ({ name, value: fields[name]?.trim() || null }));
  return { replaces: group.version, values: [...values, ...withAddress], secrets };
};
