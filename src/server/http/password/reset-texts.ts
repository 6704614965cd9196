import { FALLBACK_LANGUAGE, isLanguage, type Language } from "../../../domain/languages.ts";

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

const es: ResetTexts = {
  direction: "ltr",
  heading: "Elige una contraseña nueva",
  password: "Contraseña nueva",
  repeat: "Repite la contraseña nueva",
  hint: "Al menos 8 caracteres",
  save: "Guardar la contraseña",
  tooShort: "La contraseña debe tener al menos 8 caracteres",
  different: "Las contraseñas no coinciden",
  done: "Tu contraseña se ha cambiado. Inicia sesión con ella.",
  signIn: "Iniciar sesión",
  dead: "Este enlace ya no es válido. Pide uno nuevo.",
  subject: "Elige una contraseña nueva",
  mail: (name, link) =>
    `Hola, ${name}:\n\nalguien, probablemente tú, ha pedido una contraseña nueva para tu cuenta.\nPuedes elegirla aquí durante los próximos 60 minutos:\n\n${link}\n\nSi no has sido tú, no tienes que hacer nada: tu contraseña sigue siendo la misma.\n`,
};

const de: ResetTexts = {
  direction: "ltr",
  heading: "Neues Passwort wählen",
  password: "Neues Passwort",
  repeat: "Neues Passwort wiederholen",
  hint: "Mindestens 8 Zeichen",
  save: "Passwort speichern",
  tooShort: "Das Passwort muss mindestens 8 Zeichen haben",
  different: "Die Passwörter stimmen nicht überein",
  done: "Ihr Passwort wurde geändert. Bitte melden Sie sich damit an.",
  signIn: "Anmelden",
  dead: "Dieser Link ist nicht mehr gültig. Bitte fordern Sie einen neuen an.",
  subject: "Neues Passwort wählen",
  mail: (name, link) =>
    `Guten Tag ${name},\n\njemand, vermutlich Sie selbst, hat ein neues Passwort für Ihr Konto angefordert.\nSie können es in den nächsten 60 Minuten hier wählen:\n\n${link}\n\nWenn Sie das nicht waren, brauchen Sie nichts zu tun: Ihr Passwort bleibt, wie es ist.\n`,
};

const fr: ResetTexts = {
  direction: "ltr",
  heading: "Choisir un nouveau mot de passe",
  password: "Nouveau mot de passe",
  repeat: "Répéter le nouveau mot de passe",
  hint: "Au moins 8 caractères",
  save: "Enregistrer le mot de passe",
  tooShort: "Le mot de passe doit comporter au moins 8 caractères",
  different: "Les mots de passe ne correspondent pas",
  done: "Votre mot de passe a été changé. Vous pouvez vous connecter avec celui-ci.",
  signIn: "Se connecter",
  dead: "Ce lien n’est plus valable. Veuillez en demander un nouveau.",
  subject: "Choisir un nouveau mot de passe",
  mail: (name, link) =>
    `Bonjour ${name},\n\nquelqu’un, sans doute vous-même, a demandé un nouveau mot de passe pour votre compte.\nVous pouvez le choisir ici dans les 60 prochaines minutes\u00a0:\n\n${link}\n\nSi ce n’était pas vous, vous n’avez rien à faire\u00a0: votre mot de passe reste inchangé.\n`,
};

const el: ResetTexts = {
  direction: "ltr",
  heading: "Επιλογή νέου κωδικού",
  password: "Νέος κωδικός",
  repeat: "Επανάληψη νέου κωδικού",
  hint: "Τουλάχιστον 8 χαρακτήρες",
  save: "Αποθήκευση κωδικού",
  tooShort: "Ο κωδικός πρέπει να έχει τουλάχιστον 8 χαρακτήρες",
  different: "Οι κωδικοί δεν ταιριάζουν",
  done: "Ο κωδικός σας άλλαξε. Συνδεθείτε με τον νέο.",
  signIn: "Σύνδεση",
  dead: "Αυτός ο σύνδεσμος δεν ισχύει πια. Ζητήστε έναν νέο.",
  subject: "Επιλογή νέου κωδικού",
  mail: (name, link) =>
    `Γεια σας, ${name},\n\nκάποιος, πιθανότατα εσείς, ζήτησε νέο κωδικό για τον λογαριασμό σας.\nΜπορείτε να τον επιλέξετε εδώ μέσα στα επόμενα 60 λεπτά:\n\n${link}\n\nΑν δεν το ζητήσατε εσείς, δεν χρειάζεται να κάνετε τίποτα: ο κωδικός σας μένει όπως είναι.\n`,
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

const tr: ResetTexts = {
  direction: "ltr",
  heading: "Yeni şifre seçin",
  password: "Yeni şifre",
  repeat: "Yeni şifre (tekrar)",
  hint: "En az 8 karakter",
  save: "Şifreyi kaydet",
  tooShort: "Şifre en az 8 karakter olmalı",
  different: "Şifreler aynı değil",
  done: "Şifreniz değiştirildi. Yeni şifrenizle giriş yapabilirsiniz.",
  signIn: "Giriş yap",
  dead: "Bu bağlantı artık geçerli değil. Lütfen yenisini isteyin.",
  subject: "Yeni şifre seçin",
  mail: (name, link) =>
    `Merhaba ${name},\n\nbirisi, büyük olasılıkla siz, hesabınız için yeni bir şifre istedi.\nYeni şifrenizi önümüzdeki 60 dakika içinde buradan seçebilirsiniz:\n\n${link}\n\nBu isteği siz yapmadıysanız bir şey yapmanız gerekmez: şifreniz olduğu gibi kalır.\n`,
};

const byLanguage: Readonly<Record<Language, ResetTexts>> = { en, es, de, fr, el, he, tr };

/** The languages that the page and the mail are written in. */
export const resetLanguage = (asked: string): Language =>
  isLanguage(asked) ? asked : FALLBACK_LANGUAGE;

/** The texts of the page and the mail; English when the language is missing. */
export const resetTexts = (language: string): ResetTexts => byLanguage[resetLanguage(language)];
