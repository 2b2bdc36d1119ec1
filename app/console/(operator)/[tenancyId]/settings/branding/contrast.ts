/** Relative luminance of red, green and blue, each 0 to 255 (WCAG 2.2). */
export function luminanceOf(color: readonly [number, number, number]): number {
  const [red = 0, green = 0, blue = 0] = color.map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Contrast ratio of two luminances, 1 to 21 (WCAG 2.2). */
export function ratioOf(one: number, other: number): number {
  const [lighter = 0, darker = 0] = [one, other].sort((a, b) => b - a);
  return (lighter + 0.05) / (darker + 0.05);
}
