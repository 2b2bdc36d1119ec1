import { findPlatformName } from "@/lib/domain/base/find-platform-name";
import brandIcons from "./authenticator-icons.generated.json";

interface Icon {
  tile: string;
  ink: string;
  /** In a view box of 24 × 24. */
  path: string;
}

const brands = new Map<string, Icon>(Object.entries(brandIcons));

/** A person and a key, for providers without an icon. */
const neutral: Icon = {
  tile: "#475569",
  ink: "#fff",
  path:
    "M9 3.5a4 4 0 1 1 0 8 4 4 0 0 1 0-8Z" +
    "M9 13.5c1.9 0 3.6.5 5 1.4a5 5 0 0 0 1.6 3.3v2.3H2v-2c0-3 3.1-5 7-5Z" +
    "M18.5 10a3.5 3.5 0 0 1 1.3 6.75v.75l1.1 1.1-1.1 1.1 1.1 1.1-2.1 2.1-1.6-1.6v-4.55" +
    "a3.5 3.5 0 0 1 1.3-6.75Zm0 1.9a1.25 1.25 0 1 0 0 2.5 1.25 1.25 0 0 0 0-2.5Z",
};

const draw = ({ tile, ink, path }: Icon) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48" width="48" height="48">` +
  `<rect x=".5" y=".5" width="47" height="47" rx="10.5" fill="${tile}" stroke="#808080" stroke-opacity=".4"/>` +
  `<path transform="translate(10.8 10.8) scale(1.1)" fill="${ink}" d="${path}"/></svg>\n`;

/**
 * Draws the icon of an authenticator as SVG.
 * @param aaguid a UUID in any case
 * @returns undefined for an unknown AAGUID
 */
export function drawAuthenticatorIcon(aaguid: string): string | undefined {
  const name = findPlatformName(aaguid.toLowerCase());
  return name === undefined ? undefined : draw(brands.get(name) ?? neutral);
}
