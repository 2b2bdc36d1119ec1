// Extracts the icons and colors of known passkey providers from simple-icons, which is too large to
// load at run time.
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const require = createRequire(import.meta.url);
const brands = join(root, "lib/domain/passkey/icon-brands.json");
const names = join(root, "lib/domain/base/authenticators.json");
const written = join(root, "lib/domain/passkey/authenticator-icons.generated.json");

const sources = () => [
  brands,
  names,
  require.resolve("simple-icons"),
  fileURLToPath(import.meta.url),
];

const isCurrent = () =>
  existsSync(written) &&
  sources().every((source) => statSync(source).mtimeMs < statSync(written).mtimeMs);

/** Relative luminance, 0 to 1 (WCAG 2.2). */
function luminanceOf(hex) {
  const [red, green, blue] = [0, 2, 4].map((at) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

// White has a contrast of at least 3:1 on any darker color (WCAG 2.2, 1.4.11).
const lightestUnderWhite = 0.3;

/** Writes `{[name]: {tile, ink, path}}`. Skips if the file is current. */
export function writeAuthenticatorIcons() {
  if (isCurrent()) return;
  const icons = Object.values(require("simple-icons"));
  const known = new Set(Object.values(JSON.parse(readFileSync(names, "utf8"))));
  const entries = Object.entries(JSON.parse(readFileSync(brands, "utf8"))).map(([name, slug]) => {
    const icon = icons.find((candidate) => candidate.slug === slug);
    if (icon === undefined || !known.has(name))
      throw new Error(`icon-brands.json: no icon "${slug}", or no authenticator "${name}"`);
    return [
      name,
      {
        tile: `#${icon.hex}`,
        ink: luminanceOf(icon.hex) < lightestUnderWhite ? "#fff" : "#000",
        path: icon.path,
      },
    ];
  });
  writeFileSync(written, `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeAuthenticatorIcons();
