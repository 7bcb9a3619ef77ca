import * as XLSX from "xlsx";
import { randomFrom } from "./mutation.ts";

/** A CSV file as some program exports it, and its cells. */
interface CsvTable {
  readonly name: string;
  readonly csv: string;
  readonly rows: readonly (readonly string[])[];
}

interface Habit {
  readonly delimiter: string;
  readonly decimal: string;
  readonly group: string;
  readonly date: (day: string, month: string, year: string) => string;
  readonly lineEnd: string;
  readonly begin: string;
  /** Words for headers and texts, with punctuation. */
  readonly words: readonly string[];
}

const HABITS: Readonly<Record<string, Habit>> = {
  German: {
    delimiter: ";",
    decimal: ",",
    group: ".",
    date: (day, month, year) => `${day}.${month}.${year}`,
    lineEnd: "\r\n",
    begin: "\ufeff",
    words: [
      "Buchung",
      "Müller, Hans",
      "Betrag, netto",
      "Straße",
      "Rechnung; Rest",
      "Köln",
      "z. B. Miete",
      "48,137, 11,575",
    ],
  },
  French: {
    delimiter: ";",
    decimal: ",",
    group: "\u202f",
    date: (day, month, year) => `${day}/${month}/${year}`,
    lineEnd: "\n",
    begin: "\ufeff",
    words: ["Libellé", "Dupont, Anne", "Montant, TTC", "Été", "Paris, 13e", "n° 5", "oui", "à l’étranger"],
  },
  Italian: {
    delimiter: ";",
    decimal: ",",
    group: ".",
    date: (day, month, year) => `${day}/${month}/${year}`,
    lineEnd: "\r\n",
    begin: "",
    words: ["Causale", "Rossi, Mario", "Importo", "Città", "perché no", "via Roma, 1"],
  },
  Polish: {
    delimiter: ";",
    decimal: ",",
    group: " ",
    date: (day, month, year) => `${year}-${month}-${day}`,
    lineEnd: "\n",
    begin: "",
    words: ["Kwota", "Żółć", "Łódź, ul. Piotrkowska", "Opis", "zapłacono"],
  },
  Swedish: {
    delimiter: "\t",
    decimal: ",",
    group: " ",
    date: (day, month, year) => `${year}-${month}-${day}`,
    lineEnd: "\n",
    begin: "",
    words: ["Belopp", "Åström, Örjan", "Kontonamn", "kött, fisk", "ja"],
  },
  Swiss: {
    delimiter: ";",
    decimal: ".",
    group: "'",
    date: (day, month, year) => `${day}.${month}.${year}`,
    lineEnd: "\r\n",
    begin: "",
    words: ["Valuta", "Zürich, ZH", "Gutschrift", "Genève", "Grösse"],
  },
  American: {
    delimiter: ",",
    decimal: ".",
    group: "",
    date: (day, month, year) => `${month}/${day}/${year}`,
    lineEnd: "\n",
    begin: "",
    words: ["amount", "Smith; John", "red|green", "Total due", 'note, with "quotes"', "N/A", "line one\nline two"],
  },
  SAP: {
    delimiter: "|",
    decimal: ",",
    group: ".",
    date: (day, month, year) => `${day}.${month}.${year}`,
    lineEnd: "\r\n",
    begin: "",
    words: ["Werk", "Lagerort, Halle 2", "Menge; frei", "Stück", "Mat.-Nr."],
  },
};

type Kind = (random: () => number, habit: Habit) => string;

const whole = (random: () => number, limit: number): number => Math.floor(random() * limit);
const digits = (random: () => number, count: number): string =>
  Array.from({ length: count }, () => whole(random, 10)).join("");
const pad = (value: number): string => String(value).padStart(2, "0");

const KINDS: readonly Kind[] = [
  (random, { decimal, group }) => {
    const amount = whole(random, 9_000_000);
    const grouped = String(Math.floor(amount / 100)).replace(/\B(?=(\d{3})+$)/g, group);
    return `${random() < 0.3 ? "-" : ""}${grouped}${decimal}${pad(amount % 100)}`;
  },
  (random, { decimal }) => `${whole(random, 9)}${decimal}${1 + whole(random, 9)}`,
  (random, { date }) => date(pad(1 + whole(random, 28)), pad(1 + whole(random, 12)), String(2000 + whole(random, 30))),
  (random) => digits(random, 5),
  (random) => `0${digits(random, 3)} ${digits(random, 6)}`,
  (random) => `DE${digits(random, 20)}`,
  (random) => (random() < 0.6 ? "" : "x"),
  (random) => String(whole(random, 1000)),
  (random, { words }) => words[whole(random, words.length)]!,
  (random, { words }) => `${words[whole(random, words.length)]!} ${words[whole(random, words.length)]!}`,
];

/** The table with this number, which is always the same. */
export const csvTable = (number: number): CsvTable => {
  const random = randomFrom(number);
  const names = Object.keys(HABITS);
  const name = names[number % names.length]!;
  const habit = HABITS[name]!;
  const kinds = Array.from({ length: 2 + whole(random, 6) }, () => KINDS[whole(random, KINDS.length)]!);
  const head = kinds.map((_, at) => `${habit.words[whole(random, habit.words.length)]!} ${at + 1}`);
  const count = [1, 3, 20, 101, 150, 600][whole(random, 6)]!;
  const rows = [head, ...Array.from({ length: count }, () => kinds.map((kind) => kind(random, habit)))];
  const kept = rows.filter((row) => row.some((cell) => cell !== ""));
  const sheet = XLSX.utils.aoa_to_sheet(kept.map((row) => row.map((v) => ({ t: "s", v }))));
  const csv = XLSX.utils.sheet_to_csv(sheet, { FS: habit.delimiter, RS: habit.lineEnd, forceQuotes: random() < 0.2 });
  return { name: `${name} ${number}`, csv: habit.begin + csv, rows: kept };
};
