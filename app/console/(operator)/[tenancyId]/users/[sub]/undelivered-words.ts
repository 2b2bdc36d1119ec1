const number = new Intl.NumberFormat("en");

export const attemptWords = (attempts: number): string =>
  attempts === 1 ? "1 attempt" : `${number.format(attempts)} attempts`;

/** Says how many other people's emails fail. */
export function affectedWords(others: number): string {
  if (others === 0) return "No one else is affected.";
  return others === 1 ? "1 other is affected." : `${number.format(others)} others are affected.`;
}
