/** Escapes the wildcards of LIKE. Prisma's `contains` and `startsWith` don't. */
export const escapePattern = (text: string): string => text.replaceAll(/[\\%_]/g, String.raw`\$&`);
