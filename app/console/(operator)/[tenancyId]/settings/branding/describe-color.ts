import { contrastOf, themeOf } from "@/lib/domain/base/brand-theme";

/** How emails and hosted pages show a brand color on their light background. */
export interface ColorUse {
  /** Background of buttons, and the color of its text. */
  fill: string;
  onFill: string;
  /** Color of links and lines. */
  text: string;
  /** Why they differ from the brand's color. Empty if none does. */
  note: string;
}

const ratioOf = (color: string) => `${contrastOf(color, "#ffffff").toFixed(1)} : 1`;

/** @param color #rrggbb */
export function describeColor(color: string): ColorUse {
  const light = themeOf(color, "light");
  if (light === null) return { fill: color, onFill: "#ffffff", text: color, note: "" };
  const { fill, onFill, accent: text } = light;
  const own = color.toLowerCase();
  if (text === own) return { fill, onFill, text, note: "" };
  const buttons =
    fill === own ? "Buttons keep your color." : "Buttons use it, too, because yours has no edge.";
  return {
    fill,
    onFill,
    text,
    note:
      `Your color has a contrast of ${ratioOf(own)} with white, and text needs 4.5 : 1. So links ` +
      `use the darker ${text}. ${buttons}`,
  };
}
