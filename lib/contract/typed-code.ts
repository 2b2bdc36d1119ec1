const isDigit = (point: number) => /^\p{Nd}$/u.test(String.fromCodePoint(point));

/** Unicode has the digits 0 to 9 of each script in a row, so a digit's place in it is its value. */
function toAsciiDigit(digit: string): string {
  const point = digit.codePointAt(0) ?? 0;
  let first = point;
  while (isDigit(first - 1)) first--;
  return String((point - first) % 10);
}

const invisible = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/** Returns the text without invisible characters, and with the digits of every script in ASCII. */
const toVisible = (text: string) =>
  text.replace(invisible, "").replace(/[^\P{Nd}0-9]/gu, toAsciiDigit);

/**
 * Returns a code as it was typed, without spaces, dashes and invisible characters, and with ASCII
 * digits. Other characters stay, so that the text is not taken for a code.
 */
export const normalizeTypedCode = (typed: string) =>
  toVisible(typed).replace(/[\s\p{Pd}\u2212]/gu, "");

/**
 * Returns the code in a typed or pasted text: the first run of exactly `digits` digits, also in groups
 * such as `123 456`; else the first digits of the text, which may be fewer.
 */
export function findTypedCode(text: string, digits: number): string {
  const visible = toVisible(text);
  const runs = visible.match(/[0-9]+/g) ?? [];
  const groups = visible.match(/[0-9](?:[\s\p{Pd}\u2212]?[0-9])*/gu) ?? [];
  const codes = [...runs, ...groups.map(normalizeTypedCode)];
  return codes.find(({ length }) => length === digits) ?? runs.join("").slice(0, digits);
}
