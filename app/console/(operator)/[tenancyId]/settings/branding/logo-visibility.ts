import { luminanceOf, ratioOf } from "./contrast";

// Of graphics that people must recognize (WCAG 2.2, 1.4.11).
const minContrast = 3;
// Letters on an opaque white background can be few of the pixels.
const minVisibleShare = 0.01;

/**
 * Whether a logo vanishes on white: hardly any of its pixels contrasts with it.
 * @param pixels red, green, blue and alpha of each, 0 to 255
 */
export function vanishesOnWhite(pixels: Uint8ClampedArray): boolean {
  const count = pixels.length / 4;
  let visible = 0;
  for (let at = 0; at < pixels.length; at += 4) {
    const alpha = (pixels[at + 3] ?? 0) / 255;
    const onWhite = (offset: number) => 255 + ((pixels[at + offset] ?? 0) - 255) * alpha;
    const luminance = luminanceOf([onWhite(0), onWhite(1), onWhite(2)]);
    if (ratioOf(luminance, 1) >= minContrast) visible += 1;
  }
  return visible < count * minVisibleShare;
}
