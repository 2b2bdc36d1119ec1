/**
 * The base letters of those that Unicode doesn't decompose, such as the "ı" of "Yılmaz". All others are
 * their base letter and marks after decomposition (NFD).
 */
export const baseLetters: Readonly<Record<string, string>> = {
  ı: "i",
  ł: "l",
  ø: "o",
  đ: "d",
  ð: "d",
  ħ: "h",
  ŧ: "t",
  ß: "ss",
  æ: "ae",
  œ: "oe",
  þ: "th",
};

/** A class of a regular expression: the accents, dots and hooks that decomposition separates. */
export const marks = String.raw`[\u0300-\u036f]`;

const allMarks = new RegExp(marks, "g");

/** Returns a text in lower case with base letters: "yilmaz" for "Yılmaz", "strasse" for "Straße". */
export const toBaseLetters = (text: string): string =>
  Array.from(
    text.normalize("NFD").replace(allMarks, "").toLowerCase(),
    (letter) => baseLetters[letter] ?? letter,
  ).join("");
