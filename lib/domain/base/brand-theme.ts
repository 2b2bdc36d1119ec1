type Rgb = [number, number, number];

/** Colors of a branded page, each as #rrggbb. */
export interface Theme {
  /** Text and lines. */
  accent: string;
  accentStrong: string;
  onAccent: string;
  accentSoft: string;
  /** Button background: the brand's exact color if it contrasts with the page background. */
  fill: string;
  fillStrong: string;
  onFill: string;
}

// Background colors: --surface and --ground of app/globals.css. brand-theme.test.ts compares them.
export const grounds = { light: ["#ffffff", "#faf9f6"], dark: ["#191d20", "#121517"] } as const;
const [black, white] = ["#000000", "#ffffff"] as const;
// Minimum contrast of text (WCAG 2.2, 1.4.3, AA).
const minTextContrast = 4.5;
// Minimum contrast of a button's background with the page. Below it, the button has no visible edge.
const minFillContrast = 1.15;

const parse = (color: string): Rgb =>
  [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16)) as Rgb;

function mix(color: string, other: string, share: number): string {
  const from = parse(color);
  const to = parse(other);
  return `#${from
    .map((value, index) =>
      Math.round(value + ((to[index] ?? 0) - value) * share)
        .toString(16)
        .padStart(2, "0"),
    )
    .join("")}`;
}

function luminance(color: string): number {
  const [red, green, blue] = parse(color).map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as Rgb;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Returns the contrast ratio of two colors, 1 to 21 (WCAG 2.2, 1.4.3). */
export function contrastOf(one: string, other: string): number {
  const [darker, lighter] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [
    number,
    number,
  ];
  return (lighter + 0.05) / (darker + 0.05);
}

/** Returns black or white, whichever has the higher contrast. It is at least 4.5 on any color. */
const readableOn = (color: string) =>
  contrastOf(color, white) >= contrastOf(color, black) ? white : black;

/** Returns the hover color: farther from its text color, so that contrast increases. */
const strongOf = (color: string) => mix(color, readableOn(color) === white ? black : white, 0.15);

/**
 * Creates a theme from a brand color. Uses the nearest shade or tint with a text contrast of 4.5:1.
 * @returns null if the color is missing or malformed
 */
export function themeOf(brandColor: string | null, scheme: keyof typeof grounds): Theme | null {
  if (brandColor === null || !/^#[0-9a-f]{6}$/i.test(brandColor)) return null;
  const away = scheme === "light" ? black : white;
  const steps = Array.from({ length: 21 }, (_, step) =>
    mix(brandColor.toLowerCase(), away, step / 20),
  );
  const accent =
    steps.find((shade) =>
      grounds[scheme].every((ground) => contrastOf(shade, ground) >= minTextContrast),
    ) ?? away;
  const [own = accent] = steps;
  const fill = grounds[scheme].every((ground) => contrastOf(own, ground) >= minFillContrast)
    ? own
    : accent;
  const text = {
    accent,
    accentStrong: strongOf(accent),
    onAccent: readableOn(accent),
    accentSoft: mix(grounds[scheme][0], accent, 0.12),
  };
  return { ...text, fill, fillStrong: strongOf(fill), onFill: readableOn(fill) };
}

const declare = (theme: Theme) =>
  Object.entries(theme)
    .map(
      ([name, color]) =>
        `--${name.replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`)}:${color}`,
    )
    .join(";");

/** Returns CSS that overrides the colors of app/globals.css. Empty without a brand color. */
export function brandStyle(brandColor: string | null): string {
  const light = themeOf(brandColor, "light");
  const dark = themeOf(brandColor, "dark");
  return light === null || dark === null
    ? ""
    : `:root{${declare(light)}}@media (prefers-color-scheme:dark){:root{${declare(dark)}}}`;
}
