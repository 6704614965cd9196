import { LANGUAGES, type Language } from "../../../domain/languages.ts";
import { ADMIN_LEVEL, MANAGER_LEVEL, TUTOR_LEVEL } from "../../../domain/roles.ts";
import { foldText } from "../../../domain/search-text.ts";

/** No word or title of a column is nearly as long. */
const MAX_WORD = 100;

/** A word or a title as it is compared: letters and digits alone, without case and accents. */
export const wordKey = (word: string): string =>
  foldText(word.slice(0, MAX_WORD)).replaceAll(" ", "");

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
