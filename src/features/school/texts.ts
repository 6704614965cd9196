import type { App } from "../../app-context/app.ts";
import { createFolderForm } from "../../app-context/folder-form.tsx";
import { useService } from "../../app-context/service.ts";
import { getSchoolForm, putSchoolForm, type SchoolForm } from "../../contract/staff-forms.ts";

const create = (app: App) => {
  const { send } = app.transport;
  const formOf = (form: SchoolForm) =>
    createFolderForm(app, {
      fetch: () => send(getSchoolForm, { query: { form } }),
      put: (change) => send(putSchoolForm, { body: { form, ...change } }),
    });
  return {
    ...{ mails: formOf("mails"), pages: formOf("pages"), answers: formOf("answers") },
    outside: formOf("outside"),
  };
};

/** A form of the school's texts, as it is in the draft. */
export type TextsForm = ReturnType<typeof create>["mails"];

/** What the school has sent of it. */
export type SentTexts = NonNullable<TextsForm["state"]["value"]>;

/** The forms of the school's texts, for the signed-in administrator. */
export const useSchoolTexts = () => useService(create);
