import type { Task } from "./task-sheet.ts";

/** The assignment of the lesson "Draft your own skirt block". */
export const skirtOwn: Task = {
  en: {
    title: "Draft your own skirt block",
    text: "You draft the straight skirt block with your own measures, full size. Fill in this sheet before you draw. All numbers in centimetres.",
    parts: [
      { heading: "Measures", lines: ["Waist girth", "Hip girth", "Waist to hips", "Skirt length"] },
      {
        heading: "Numbers",
        lines: [
          "Half hip: (hip girth + 4) ÷ 2",
          "Half waist: (waist girth + 2) ÷ 2",
          "Waist reduction: half hip − half waist",
          "Number of darts, back / front",
          "Width of each dart, rounded to a half",
          "Side seam, each piece",
          "Depth of the darts, back / back / front",
          "Trued waist, back / front",
        ],
      },
      {
        heading: "Before you hand in",
        points: [
          "Both diagonals of the frame are equal within 2 mm.",
          "The side seams of back and front are equally long, without a corner at H.",
          "Both legs of each dart are equal; its middle line stands square on the waist line.",
          "The waist is smooth over the folded darts and measures half waist within 2 mm.",
          "Grainline, notches and labels are there; no seam allowance.",
          "Two photographs, each up to 2 MB: the whole draft with a ruler on it, and the waist with folded darts.",
        ],
      },
    ],
  },
  he: {
    title: "שרטטו בלוק חצאית משלכם",
    text: "משרטטים את בלוק החצאית הישרה במידות שלכם, בגודל אמיתי. מלאו את הדף הזה לפני שאתם משרטטים. כל המספרים בסנטימטרים.",
    parts: [
      { heading: "מידות", lines: ["היקף מותניים", "היקף ירכיים", "ממותן לירכיים", "אורך החצאית"] },
      {
        heading: "מספרים",
        lines: [
          "חצי ירכיים: (היקף ירכיים ועוד 4) חלקי 2",
          "חצי מותן: (היקף מותניים ועוד 2) חלקי 2",
          "ההפרש במותן: חצי ירכיים פחות חצי מותן",
          "מספר המחסרים, גב / חזית",
          "רוחב כל מחסר, מעוגל לחצי",
          "תפר צד, כל חלק",
          "עומק המחסרים, גב / גב / חזית",
          "המותן המיושרת, גב / חזית",
        ],
      },
      {
        heading: "לפני שמגישים",
        points: [
          "שני אלכסוני המסגרת שווים בדיוק של 2 מ״מ.",
          "תפרי הצד של הגב ושל החזית שווים באורכם, בלי פינה ב-H.",
          "שתי הצלעות של כל מחסר שוות; קו האמצע שלו ניצב לקו המותן.",
          "המותן חלקה מעל המחסרים המקופלים, והיא חצי מותן בדיוק של 2 מ״מ.",
          "יש כיוון בד, סימונים וכיתוב; אין תוספת תפר.",
          "שני צילומים, כל אחד עד 2 מגה־בייט: השרטוט כולו ועליו סרגל, והמותן עם מחסרים מקופלים.",
        ],
      },
    ],
  },
  de: {
    title: "Den eigenen Rockgrundschnitt konstruieren",
    text: "Sie konstruieren den geraden Rockgrundschnitt mit Ihren eigenen Maßen, in voller Größe. Füllen Sie dieses Blatt aus, bevor Sie zeichnen. Alle Zahlen in Zentimetern.",
    parts: [
      { heading: "Maße", lines: ["Taillenumfang", "Hüftumfang", "Hüfttiefe", "Rocklänge"] },
      {
        heading: "Zahlen",
        lines: [
          "Halbe Hüftweite: (Hüftumfang + 4) : 2",
          "Halbe Taillenweite: (Taillenumfang + 2) : 2",
          "Taillierungsbetrag: halbe Hüftweite − halbe Taillenweite",
          "Zahl der Abnäher, hinten / vorn",
          "Breite jedes Abnähers, auf einen halben gerundet",
          "Seitennaht, jedes Teil",
          "Länge der Abnäher, hinten / hinten / vorn",
          "Ausgeglichene Taille, hinten / vorn",
        ],
      },
      {
        heading: "Bevor Sie abgeben",
        points: [
          "Die beiden Diagonalen des Rahmens sind auf 2 mm gleich.",
          "Die Seitennähte von Rücken- und Vorderteil sind gleich lang, ohne Ecke in H.",
          "Die Schenkel jedes Abnähers sind gleich lang; seine Mittellinie steht rechtwinklig auf der Taillenlinie.",
          "Die Taille läuft fließend über die zugefalteten Abnäher und misst auf 2 mm die halbe Taillenweite.",
          "Fadenlauf, Passzeichen und Beschriftung sind da; keine Nahtzugabe.",
          "Zwei Fotos, jedes bis 2 MB: die ganze Konstruktion mit einem Lineal darauf, und die Taille mit zugefalteten Abnähern.",
        ],
      },
    ],
  },
  el: {
    title: "Σχεδιάστε το δικό σας βασικό πατρόν φούστας",
    text: "Σχεδιάζετε το βασικό πατρόν της ίσιας φούστας με τα δικά σας μέτρα, σε πραγματικό μέγεθος. Συμπληρώστε αυτό το φύλλο πριν σχεδιάσετε. Όλοι οι αριθμοί σε εκατοστά.",
    parts: [
      {
        heading: "Μέτρα",
        lines: ["Περίμετρος μέσης", "Περίμετρος γοφών", "Μέση έως γοφούς", "Μήκος φούστας"],
      },
      {
        heading: "Αριθμοί",
        lines: [
          "Μισό γοφών: (περίμετρος γοφών + 4) ÷ 2",
          "Μισό μέσης: (περίμετρος μέσης + 2) ÷ 2",
          "Μείωση στη μέση: μισό γοφών − μισό μέσης",
          "Αριθμός πενσών, πίσω / μπροστά",
          "Πλάτος κάθε πένσας, στρογγυλεμένο στο μισό",
          "Πλαϊνή ραφή, κάθε κομμάτι",
          "Βάθος των πενσών, πίσω / πίσω / μπροστά",
          "Εξομαλυμένη μέση, πίσω / μπροστά",
        ],
      },
      {
        heading: "Πριν την παράδοση",
        points: [
          "Οι δύο διαγώνιοι του πλαισίου είναι ίσες, με διαφορά ως 2 mm.",
          "Οι πλαϊνές ραφές πίσω και μπροστά έχουν ίσο μήκος, χωρίς γωνία στο H.",
          "Τα δύο σκέλη κάθε πένσας είναι ίσα· η μεσαία γραμμή της είναι κάθετη στη γραμμή μέσης.",
          "Η μέση είναι ομαλή πάνω από τις διπλωμένες πένσες και ίση με το μισό μέσης, με διαφορά ως 2 mm.",
          "Υπάρχουν ίσιο του υφάσματος, σημάδια ένωσης και ετικέτες· όχι περιθώριο ραφής.",
          "Δύο φωτογραφίες, καθεμία ως 2 MB: ολόκληρο το σχέδιο με έναν χάρακα πάνω του, και η μέση με διπλωμένες πένσες.",
        ],
      },
    ],
  },
  fr: {
    title: "Tracez votre propre patron de base de jupe",
    text: "Vous tracez le patron de base de la jupe droite avec vos propres mesures, en vraie grandeur. Remplissez cette fiche avant de tracer. Tous les chiffres sont en centimètres.",
    parts: [
      {
        heading: "Mesures",
        lines: ["Tour de taille", "Tour de hanches", "Hauteur taille-hanches", "Longueur de jupe"],
      },
      {
        heading: "Chiffres",
        lines: [
          "Demi-tour de hanches : (tour de hanches + 4) ÷ 2",
          "Demi-tour de taille : (tour de taille + 2) ÷ 2",
          "Excédent de taille : demi-tour de hanches − demi-tour de taille",
          "Nombre de pinces, dos / devant",
          "Largeur de chaque pince, arrondie au demi-centimètre",
          "Couture de côté, chaque pièce",
          "Longueur des pinces, dos / dos / devant",
          "Taille rectifiée, dos / devant",
        ],
      },
      {
        heading: "Avant de remettre le devoir",
        points: [
          "Les deux diagonales du cadre sont égales à 2 mm près.",
          "Les coutures de côté du dos et du devant ont la même longueur, sans angle en H.",
          "Les deux branches de chaque pince sont égales ; sa ligne médiane est d’équerre avec la ligne de taille.",
          "La taille est régulière par-dessus les pinces pliées et mesure le demi-tour de taille à 2 mm près.",
          "Droit-fil, crans et inscriptions y sont ; pas de marges de couture.",
          "Deux photos, de 2 Mo au plus chacune : le tracé entier avec une règle posée dessus, et la taille, pinces pliées.",
        ],
      },
    ],
  },
};
