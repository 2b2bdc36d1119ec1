/**
 * Parses an absolute URL. Use it instead of `URL.canParse`, which in Node 20 returns false for names
 * such as bücher.example once V8 has optimized it.
 * @returns undefined if the text is no absolute URL
 */
export function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}
