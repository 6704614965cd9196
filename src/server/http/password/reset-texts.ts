interface ResetTexts {
  direction: "ltr" | "rtl";
  heading: string;
  password: string;
  repeat: string;
  hint: string;
  save: string;
  tooShort: string;
  different: string;
  done: string;
  signIn: string;
  dead: string;
  subject: string;
  /** The mail's text around the link. */
  mail: (name: string, link: string) => string;
}

const en: ResetTexts = {
  direction: "ltr",
  heading: "Choose a new password",
  password: "New password",
  repeat: "Repeat new password",
  hint: "At least 8 characters",
  save: "Save password",
  tooShort: "The password must have at least 8 characters",
  different: "Passwords do not match",
  done: "Your password has been changed. Please sign in with it.",
  signIn: "Sign in",
  dead: "This link is no longer valid. Please ask for a new one.",
  subject: "Choose a new password",
  mail: (name, link) =>
    `Hello ${name},\n\nsomebody, probably you, asked for a new password for your account.\nChoose it here within the next 60 minutes:\n\n${link}\n\nIf it was not you, there is nothing to do: your password stays as it is.\n`,
};

const he: ResetTexts = {
  direction: "rtl",
  heading: "בחירת סיסמה חדשה",
  password: "סיסמה חדשה",
  repeat: "הסיסמה החדשה שוב",
  hint: "לפחות 8 תווים",
  save: "שמירת הסיסמה",
  tooShort: "הסיסמה צריכה להכיל לפחות 8 תווים",
  different: "הסיסמאות אינן תואמות",
  done: "הסיסמה הוחלפה. אפשר להתחבר איתה.",
  signIn: "התחברות",
  dead: "הקישור כבר אינו בתוקף. אפשר לבקש קישור חדש.",
  subject: "בחירת סיסמה חדשה",
  mail: (name, link) =>
    `שלום ${name},\n\nמישהו, כנראה אתם, ביקש סיסמה חדשה לחשבון שלכם.\nאפשר לבחור אותה כאן ב־60 הדקות הקרובות:\n\n${link}\n\nאם לא ביקשתם, אין צורך לעשות דבר: הסיסמה נשארת כפי שהיא.\n`,
};

const byLanguage: Record<string, ResetTexts> = { en, he };

/** The languages that the page and the mail are written in. */
export const resetLanguage = (asked: string): string =>
  Object.hasOwn(byLanguage, asked) ? asked : "en";

/** The page's and the mail's words; English where a language is missing. */
export const resetTexts = (language: string): ResetTexts => byLanguage[language] ?? en;
