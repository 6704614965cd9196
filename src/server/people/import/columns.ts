import type { Kysely } from "kysely";
import * as v from "valibot";
import { PEOPLE_COLUMNS, type PeopleColumn } from "../../../contract/staff-import.ts";
import { LANGUAGES, type Language } from "../../../domain/languages.ts";
import { ADMIN_LEVEL, MANAGER_LEVEL, TUTOR_LEVEL } from "../../../domain/roles.ts";
import { foldText } from "../../../domain/search-text.ts";
import { parseJson } from "../../../lib/parse-json.ts";
import type { Tables } from "../../db/schema.ts";
import { readSetting, writeSetting } from "../../db/settings.ts";
import { serverTexts } from "../../server-texts.ts";

/** No word or title of a column is nearly as long. */
const MAX_WORD = 100;

/** A word or a title as it is compared: letters and digits alone, without case and accents. */
const wordKey = (word: string): string => foldText(word.slice(0, MAX_WORD)).replaceAll(" ", "");

const keysOf = (words: readonly string[]): ReadonlySet<string> => new Set(words.map(wordKey));

/** The words in all languages for a day that never comes, and for all and no courses. */
const NEVER = keysOf(["never", "nie", "ποτέ", "nunca", "jamais", "לעולם לא", "אף פעם", "asla"]);
const ALL = keysOf(["all", "alle", "όλα", "todos", "tous", "הכול", "הכל", "hepsi"]);
const NONE = keysOf(["none", "keine", "κανένα", "ninguno", "aucun", "אין", "hiçbiri"]);

export const isNever = (word: string): boolean => NEVER.has(wordKey(word));
export const isAll = (word: string): boolean => ALL.has(wordKey(word));
export const isNone = (word: string): boolean => NONE.has(wordKey(word));

const ROLES: readonly (readonly [level: number, words: ReadonlySet<string>])[] = [
  [
    0,
    keysOf([
      ...["student", "learner", "lernende", "lernender", "schüler", "schülerin", "teilnehmer"],
      ...["teilnehmerin", "μαθητής", "μαθήτρια", "σπουδαστής", "σπουδάστρια", "estudiante"],
      ...["alumno", "alumna", "élève", "étudiant", "étudiante", "תלמיד", "תלמידה", "סטודנט"],
      ...["סטודנטית", "öğrenci"],
    ]),
  ],
  [
    TUTOR_LEVEL,
    keysOf([
      ...["tutor", "teacher", "tutorin", "lehrer", "lehrerin", "lehrkraft", "καθηγητής"],
      ...["καθηγήτρια", "εκπαιδευτής", "εκπαιδεύτρια", "tutora", "profesor", "profesora"],
      ...["tuteur", "tutrice", "professeur", "professeure", "enseignant", "enseignante", "מורה"],
      ...["מדריך", "מדריכה", "eğitmen", "öğretmen"],
    ]),
  ],
  [
    MANAGER_LEVEL,
    keysOf([
      ...["manager", "managerin", "leitung", "verwaltung", "διαχειριστής μαθημάτων", "υπεύθυνος"],
      ...["υπεύθυνη", "gestor", "gestora", "gestionnaire", "responsable", "מנהל", "מנהלת"],
      ...["yönetici"],
    ]),
  ],
  [
    ADMIN_LEVEL,
    keysOf([
      ...["administrator", "admin", "administratorin", "διαχειριστής", "διαχειρίστρια"],
      ...["administrador", "administradora", "administrateur", "administratrice"],
      ...["מנהל מערכת", "מנהלת מערכת", "sistem yöneticisi"],
    ]),
  ],
];

/** The level of a number or of the name of a role; null if it is neither. */
export const parseLevel = (text: string): number | null => {
  if (/^\d{1,4}$/.test(text)) return Number(text);
  const key = wordKey(text);
  return ROLES.find(([, words]) => words.has(key))?.[0] ?? null;
};

const namesOf = (language: Language): ReadonlySet<string> =>
  keysOf([
    language,
    ...LANGUAGES.flatMap(
      (shown) => new Intl.DisplayNames([shown], { type: "language" }).of(language) ?? [],
    ),
  ]);

const LANGUAGE_NAMES = new Map(LANGUAGES.map((language) => [language, namesOf(language)]));

/** The language of a code such as `de`, or of its name in any of the languages; null if it is none of them. */
export const parseLanguage = (text: string): Language | null => {
  const key = wordKey(text);
  const found = [...LANGUAGE_NAMES].find(([, names]) => names.has(key));
  return found?.[0] ?? null;
};

type Titles = Readonly<Record<PeopleColumn | "error", readonly string[]>>;

/** What schools call the columns in each language, beside what the app itself calls them. */
const COLUMN_TITLES: Readonly<Record<Language, Titles>> = {
  en: {
    username: ["Username", "User", "Login", "Account", "Account name", "Login name", "User ID"],
    email: ["Email", "Mail", "Email address", "Mail address"],
    first_name: ["First name", "Given name", "Forename", "First"],
    last_name: ["Last name", "Surname", "Family name", "Last"],
    level: ["Level", "Role"],
    language: ["Language"],
    last_day: ["Last day", "Account ends", "Account until", "Expires"],
    courses: ["Courses", "Course", "Course key", "Course keys"],
    from: ["From", "Start", "Starts", "Start date", "Course from", "Since"],
    until: ["Until", "End", "Ends", "End date", "Course until", "To"],
    months: ["Months", "Duration", "Course months"],
    teaches: ["Teaches", "Taught courses", "Courses taught"],
    error: ["Error", "Errors"],
  },
  de: {
    username: ["Benutzername", "Benutzer", "Anmeldename", "Nutzername", "Konto", "Kontoname"],
    email: ["E-Mail", "E-Mail-Adresse", "Mailadresse", "Mail"],
    first_name: ["Vorname"],
    last_name: ["Nachname", "Familienname", "Zuname"],
    level: ["Stufe", "Rolle"],
    language: ["Sprache"],
    last_day: ["Letzter Tag", "Konto bis", "Konto endet"],
    courses: ["Kurse", "Kurs", "Kursschlüssel", "Kurskürzel"],
    from: ["Von", "Ab", "Beginn", "Start", "Kursbeginn", "Startdatum"],
    until: ["Bis", "Ende", "Kursende", "Enddatum"],
    months: ["Monate", "Dauer", "Laufzeit"],
    teaches: ["Unterrichtet", "Unterrichtete Kurse"],
    error: ["Fehler"],
  },
  el: {
    username: ["Όνομα χρήστη", "Χρήστης", "Λογαριασμός"],
    email: ["Email", "Ηλεκτρονικό ταχυδρομείο", "Διεύθυνση email", "Ηλ. ταχυδρομείο"],
    first_name: ["Όνομα", "Μικρό όνομα"],
    last_name: ["Επώνυμο", "Επίθετο"],
    level: ["Επίπεδο", "Ρόλος"],
    language: ["Γλώσσα"],
    last_day: ["Τελευταία ημέρα", "Λήξη λογαριασμού"],
    courses: ["Κύκλοι", "Κύκλος", "Κύκλοι μαθημάτων", "Μαθήματα", "Μάθημα"],
    from: ["Από", "Έναρξη", "Ημερομηνία έναρξης"],
    until: ["Έως", "Μέχρι", "Λήξη", "Ημερομηνία λήξης"],
    months: ["Μήνες", "Διάρκεια"],
    teaches: ["Διδάσκει", "Διδασκόμενοι κύκλοι"],
    error: ["Σφάλμα", "Σφάλματα"],
  },
  es: {
    username: ["Nombre de usuario", "Usuario", "Cuenta"],
    email: ["Correo electrónico", "Correo", "Email"],
    first_name: ["Nombre", "Nombre de pila"],
    last_name: ["Apellidos", "Apellido"],
    level: ["Nivel", "Rol"],
    language: ["Idioma", "Lengua"],
    last_day: ["Último día", "Fin de la cuenta"],
    courses: ["Cursos", "Curso", "Clave del curso"],
    from: ["Desde", "Inicio", "Fecha de inicio"],
    until: ["Hasta", "Fin", "Fecha de fin"],
    months: ["Meses", "Duración"],
    teaches: ["Imparte", "Cursos impartidos"],
    error: ["Error", "Errores"],
  },
  fr: {
    username: ["Nom d’utilisateur", "Identifiant", "Utilisateur", "Compte"],
    email: ["E-mail", "Courriel", "Adresse e-mail", "Mail"],
    first_name: ["Prénom"],
    last_name: ["Nom", "Nom de famille"],
    level: ["Niveau", "Rôle"],
    language: ["Langue"],
    last_day: ["Dernier jour", "Fin du compte"],
    courses: ["Cours", "Clé du cours"],
    from: ["Du", "Début", "Date de début", "Depuis", "À partir du"],
    until: ["Jusqu’au", "Au", "Fin", "Date de fin"],
    months: ["Mois", "Durée"],
    teaches: ["Enseigne", "Cours enseignés"],
    error: ["Erreur", "Erreurs"],
  },
  he: {
    username: ["שם משתמש", "משתמש", "חשבון"],
    email: ["דוא״ל", "אימייל", "דואר אלקטרוני", "כתובת דוא״ל", "מייל"],
    first_name: ["שם פרטי"],
    last_name: ["שם משפחה"],
    level: ["רמה", "תפקיד"],
    language: ["שפה"],
    last_day: ["יום אחרון", "סיום החשבון"],
    courses: ["קורסים", "קורס", "מפתח הקורס"],
    from: ["מתאריך", "התחלה", "תאריך התחלה", "החל מ"],
    until: ["עד תאריך", "עד", "סיום", "תאריך סיום"],
    months: ["חודשים", "משך"],
    teaches: ["קורסים בהוראה", "מלמד", "מלמדת"],
    error: ["שגיאה", "שגיאות"],
  },
  tr: {
    username: ["Kullanıcı adı", "Kullanıcı", "Hesap"],
    email: ["E-posta", "E-posta adresi"],
    first_name: ["Ad", "Adı", "İsim"],
    last_name: ["Soyadı", "Soyad", "Soyisim"],
    level: ["Düzey", "Seviye", "Rol"],
    language: ["Dil"],
    last_day: ["Son gün", "Hesap bitişi"],
    courses: ["Kurslar", "Kurs", "Kurs anahtarı"],
    from: ["Başlangıç", "Başlangıç tarihi", "Başlama tarihi"],
    until: ["Bitiş", "Bitiş tarihi", "Son tarih"],
    months: ["Ay", "Aylar", "Süre"],
    teaches: ["Verdiği kurslar", "Öğrettiği kurslar"],
    error: ["Hata", "Hatalar"],
  },
};

/** The setting with the columns that somebody has chosen for titles, by their keys. */
const CHOSEN = "people_columns";
/** The most titles that are remembered; the latest stay. */
const MAX_CHOSEN = 500;

type ColumnsByTitle = ReadonlyMap<string, PeopleColumn | "error">;

/** The columns by their titles: those of the school's first language come first. */
const columnsByTitle = (languages: readonly Language[]): ColumnsByTitle => {
  const byTitle = new Map<string, PeopleColumn | "error">();
  for (const language of [...languages, ...LANGUAGES]) {
    const columns = Object.entries(COLUMN_TITLES[language]) as [
      PeopleColumn | "error",
      readonly string[],
    ][];
    for (const [column, titles] of columns) {
      const shown = serverTexts(language)(`staff-import.column-${column}`);
      for (const title of [column, shown, ...titles]) {
        const key = wordKey(title);
        if (!byTitle.has(key)) byTitle.set(key, column);
      }
    }
  }
  return byTitle;
};

const chosen = v.record(v.string(), v.nullable(v.picklist(PEOPLE_COLUMNS)));

/** The column of each title; null: it is left out. Each column is guessed once. */
export type ColumnChoice = readonly (PeopleColumn | null)[];

const readChosen = async (db: Kysely<Tables>) =>
  parseJson((await readSetting(db, CHOSEN)) ?? "{}", chosen) ?? {};

/**
 * Guesses the columns of a table by their titles: as somebody of the school has chosen before, and else by their names
 * in all languages.
 */
export const guessColumns = async (
  db: Kysely<Tables>,
  titles: readonly string[],
  languages: readonly Language[],
): Promise<ColumnChoice> => {
  const before = await readChosen(db);
  const byTitle = columnsByTitle(languages);
  const taken = new Set<PeopleColumn>();
  return titles.map((title) => {
    const key = wordKey(title);
    const found = Object.hasOwn(before, key) ? before[key] : byTitle.get(key);
    if (!found || found === "error" || taken.has(found)) return null;
    taken.add(found);
    return found;
  });
};

/** Remembers which columns somebody has chosen; call within a write. */
export const rememberColumns = async (
  db: Kysely<Tables>,
  titles: readonly string[],
  columns: ColumnChoice,
  languages: readonly Language[],
): Promise<void> => {
  const before = await readChosen(db);
  const byTitle = columnsByTitle(languages);
  const next = new Map(Object.entries(before));
  titles.forEach((title, at) => {
    const key = wordKey(title);
    const column = columns[at] ?? null;
    next.delete(key);
    // What is guessed anyway need not be remembered.
    if (key !== "" && (byTitle.get(key) ?? null) !== column) next.set(key, column);
  });
  const kept = Object.fromEntries([...next].slice(-MAX_CHOSEN));
  const value = JSON.stringify(kept);
  if (value !== JSON.stringify(before)) await writeSetting(db, CHOSEN, value);
};

/** Whether a column holds the errors of an earlier import, which is left out. */
export const isErrorTitle = (title: string, languages: readonly Language[]): boolean =>
  columnsByTitle(languages).get(wordKey(title)) === "error";
