import type { Task } from "./task-sheet.ts";

/** The assignment of the lesson "From dart to gathers and seams". */
export const dartMoves: Task = {
  en: {
    title: "One dart in five places",
    text: "Print the practice front six times. It is half size: write widths as you measure them, and twice that for the full size.",
    parts: [
      {
        heading: "Five fronts with one dart each",
        lines: [
          "Armscye: width of the mouth",
          "Side, 5 cm below the underarm",
          "Waist, straight below M",
          "Centre front, level with M",
          "Neck, middle of the curve",
        ],
      },
      {
        heading: "One front with a panel seam",
        text: "From the shoulder over M to the waist. Draw a waist dart of 4 cm (2 cm at half size) below M first. Cut the panels apart.",
        lines: ["Length of the seam, centre panel", "Length of the seam, side panel"],
      },
      {
        heading: "What is looked at",
        points: [
          "The pin or the hinge was in M: shoulder and edge meet without a step.",
          "The sewn point lies 2.5 cm before M (1.3 cm at half size), on the middle of the dart.",
          "Both legs of each dart are equally long.",
          "The edge was smoothed where the old dart has closed.",
          "Panels: two notches, a grainline on each, edges equal within 3 mm.",
        ],
      },
      {
        heading: "Hand in",
        points: ["One photograph of all six, labelled, widths written in, up to 2 MB."],
      },
    ],
  },
  he: {
    title: "מחסר אחד בחמישה מקומות",
    text: "הדפיסו את חזית התרגול שש פעמים. היא בחצי גודל: כתבו את הרוחבים כפי שמדדתם אותם, ופי שניים בשביל הגודל המלא.",
    parts: [
      {
        heading: "חמש חזיתות, בכל אחת מחסר אחד",
        lines: [
          "בית שרוול: רוחב הפתח",
          "צד, 5 ס״מ מתחת לבית השחי",
          "מותן, ישר מתחת ל-M",
          "מרכז חזית, בגובה M",
          "צוואר, אמצע העקומה",
        ],
      },
      {
        heading: "חזית אחת עם תפר חלוקה",
        text: "מהכתף דרך M אל המותן. שרטטו קודם מחסר מותן של 4 ס״מ (2 ס״מ בחצי גודל) מתחת ל-M. הפרידו את החלקים.",
        lines: ["אורך התפר, חלק המרכז", "אורך התפר, חלק הצד"],
      },
      {
        heading: "על מה מסתכלים",
        points: [
          "הסיכה או הציר היו ב-M: הכתף והשפה נפגשות בלי מדרגה.",
          "חוד התפירה נמצא 2.5 ס״מ לפני M ‏(1.3 ס״מ בחצי גודל), על אמצע המחסר.",
          "שתי הצלעות של כל מחסר שוות באורכן.",
          "השפה הוחלקה במקום שבו נסגר המחסר הישן.",
          "חלקים: שני סימונים, כיוון בד בכל אחד, שפות שוות בדיוק של 3 מ״מ.",
        ],
      },
      {
        heading: "מה מגישים",
        points: ["צילום אחד של כל השש, עם כיתוב ועם הרוחבים כתובים בהן, עד 2 מגה־בייט."],
      },
    ],
  },
  de: {
    title: "Ein Abnäher an fünf Stellen",
    text: "Drucken Sie das Übungsvorderteil sechsmal. Es hat halbe Größe: Schreiben Sie die Breiten, wie Sie sie messen, und das Doppelte für die volle Größe.",
    parts: [
      {
        heading: "Fünf Vorderteile mit je einem Abnäher",
        lines: [
          "Armloch: Breite der Öffnung",
          "Seite, 5 cm unter dem Achselpunkt",
          "Taille, gerade unter M",
          "Vordere Mitte, auf der Höhe von M",
          "Halsloch, Mitte der Kurve",
        ],
      },
      {
        heading: "Ein Vorderteil mit Teilungsnaht",
        text: "Von der Schulter über M zur Taille. Zeichnen Sie zuerst unter M einen Taillenabnäher von 4 cm (2 cm in halber Größe). Schneiden Sie die Teile auseinander.",
        lines: ["Länge der Naht, Mittelteil", "Länge der Naht, Seitenteil"],
      },
      {
        heading: "Worauf geachtet wird",
        points: [
          "Die Nadel oder das Scharnier war in M: Schulter und Kante treffen sich ohne Stufe.",
          "Die genähte Spitze liegt 2,5 cm vor M (1,3 cm in halber Größe), auf der Mitte des Abnähers.",
          "Die Schenkel jedes Abnähers sind gleich lang.",
          "Die Kante wurde geglättet, wo sich der alte Abnäher geschlossen hat.",
          "Teile: zwei Passzeichen, auf jedem ein Fadenlauf, Kanten auf 3 mm gleich.",
        ],
      },
      {
        heading: "Abgeben",
        points: ["Ein Foto von allen sechs, beschriftet, mit eingetragenen Breiten, bis 2 MB."],
      },
    ],
  },
  el: {
    title: "Μία πένσα σε πέντε θέσεις",
    text: "Τυπώστε το μπροστινό για εξάσκηση έξι φορές. Είναι στο μισό μέγεθος: γράψτε τα πλάτη όπως τα μετράτε, και το διπλάσιο για το πλήρες μέγεθος.",
    parts: [
      {
        heading: "Πέντε μπροστινά με μία πένσα το καθένα",
        lines: [
          "Μασχάλη: πλάτος του ανοίγματος",
          "Πλάι, 5 cm κάτω από τη μασχάλη",
          "Μέση, ίσια κάτω από το M",
          "Κέντρο μπροστά, στο ύψος του M",
          "Λαιμός, μέσο της καμπύλης",
        ],
      },
      {
        heading: "Ένα μπροστινό με ραφή φύλλων",
        text: "Από τον ώμο μέσω του M ως τη μέση. Σχεδιάστε πρώτα κάτω από το M μια πένσα μέσης 4 cm (2 cm στο μισό μέγεθος). Χωρίστε τα φύλλα με το ψαλίδι.",
        lines: ["Μήκος της ραφής, μεσαίο φύλλο", "Μήκος της ραφής, πλαϊνό φύλλο"],
      },
      {
        heading: "Τι κοιτάμε",
        points: [
          "Η καρφίτσα ή ο μεντεσές ήταν στο M: ώμος και άκρη συναντιούνται χωρίς σκαλοπάτι.",
          "Η ραμμένη μύτη βρίσκεται 2,5 cm πριν από το M (1,3 cm στο μισό μέγεθος), στη μεσαία γραμμή της πένσας.",
          "Τα δύο σκέλη κάθε πένσας έχουν ίσο μήκος.",
          "Η άκρη εξομαλύνθηκε εκεί όπου έκλεισε η παλιά πένσα.",
          "Φύλλα: δύο σημάδια ένωσης, το ίσιο του υφάσματος στο καθένα, άκρες ίσες με διαφορά ως 3 mm.",
        ],
      },
      {
        heading: "Παράδοση",
        points: ["Μία φωτογραφία και των έξι, με ετικέτες και με τα πλάτη γραμμένα, ως 2 MB."],
      },
    ],
  },
  fr: {
    title: "Une pince à cinq endroits",
    text: "Imprimez six fois le devant d’exercice. Il est à demi-grandeur : écrivez les largeurs comme vous les mesurez, et le double pour la vraie grandeur.",
    parts: [
      {
        heading: "Cinq devants avec une pince chacun",
        lines: [
          "Emmanchure : largeur de l’ouverture",
          "Côté, 5 cm sous le dessous de bras",
          "Taille, tout droit au-dessous de M",
          "Milieu devant, à la hauteur de M",
          "Encolure, milieu de la courbe",
        ],
      },
      {
        heading: "Un devant avec une découpe",
        text: "De l’épaule à la taille en passant par M. Tracez d’abord, au-dessous de M, une pince de taille de 4 cm (2 cm à demi-grandeur). Séparez les panneaux aux ciseaux.",
        lines: [
          "Longueur de la couture, panneau du milieu",
          "Longueur de la couture, panneau de côté",
        ],
      },
      {
        heading: "Ce que l’on regarde",
        points: [
          "L’épingle ou la charnière était en M : l’épaule et le bord se rejoignent sans marche.",
          "La pointe cousue est à 2,5 cm avant M (1,3 cm à demi-grandeur), sur la ligne médiane de la pince.",
          "Les deux branches de chaque pince ont la même longueur.",
          "Le bord a été régularisé là où l’ancienne pince s’est fermée.",
          "Panneaux : deux crans, un droit-fil sur chacun, bords égaux à 3 mm près.",
        ],
      },
      {
        heading: "Remettre le devoir",
        points: ["Une photo des six, avec leurs inscriptions et les largeurs, 2 Mo au plus."],
      },
    ],
  },
};
