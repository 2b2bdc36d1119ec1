type Rgb = [number, number, number];

/** What a page of the brand is drawn with; each as #rrggbb. */
export interface Theme {
  /** Words and lines. */
  accent: string;
  accentStrong: string;
  onAccent: string;
  accentSoft: string;
  /** What words stand on: buttons. The brand's very colour where it can be told from the ground. */
  fill: string;
  fillStrong: string;
  onFill: string;
}

// The grounds that accents stand on: --surface and --ground of app/globals.css (brand-theme.test.ts
// compares them).
export const grounds = { light: ["#ffffff", "#faf9f6"], dark: ["#191d20", "#121517"] } as const;
const [black, white] = ["#000000", "#ffffff"] as const;
const leastContrast = 4.5;
// Less than that, and a button has no edge; what it says is held to the other.
const leastEdge = 1.15;

const parse = (color: string): Rgb =>
  [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16)) as Rgb;

function mix(color: string, other: string, share: number): string {
  const [from, to] = [parse(color), parse(other)];
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

/** Contrast of two colours (WCAG 2.2, 1.4.3). */
export function contrastOf(one: string, other: string): number {
  const [darker, lighter] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [
    number,
    number,
  ];
  return (lighter + 0.05) / (darker + 0.05);
}

/** Black or white, whichever reads better there; one of them always does. */
const readableOn = (color: string) =>
  contrastOf(color, white) >= contrastOf(color, black) ? white : black;

/** The colour under a pointer: further from what stands on it, so that this reads even better. */
const strongOf = (color: string) => mix(color, readableOn(color) === white ? black : white, 0.15);

/**
 * The theme of a brand's colour where it reads at 4.5:1, or of the nearest shade or tint of it that
 * does; what stands on it is black or white, whichever reads better. Null where the brand has no
 * colour, or one that is none.
 */
export function themeOf(brandColor: string | null, scheme: keyof typeof grounds): Theme | null {
  if (brandColor === null || !/^#[0-9a-f]{6}$/i.test(brandColor)) return null;
  const away = scheme === "light" ? black : white;
  const steps = Array.from({ length: 21 }, (_, step) =>
    mix(brandColor.toLowerCase(), away, step / 20),
  );
  const accent =
    steps.find((shade) =>
      grounds[scheme].every((ground) => contrastOf(shade, ground) >= leastContrast),
    ) ?? away;
  const [own = accent] = steps;
  const fill = grounds[scheme].every((ground) => contrastOf(own, ground) >= leastEdge)
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

/** The style of the brand's colour over that of app/globals.css; empty without one. */
export function brandStyle(brandColor: string | null): string {
  const [light, dark] = [themeOf(brandColor, "light"), themeOf(brandColor, "dark")];
  return light === null || dark === null
    ? ""
    : `:root{${declare(light)}}@media (prefers-color-scheme:dark){:root{${declare(dark)}}}`;
}
