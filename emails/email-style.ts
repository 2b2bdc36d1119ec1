import type { CSSProperties } from "react";
import { placeholder } from "./copy";

// Unquoted families: quotes would become entities in every style attribute.
const sans =
  "-apple-system, BlinkMacSystemFont, Segoe UI, Roboto, Helvetica Neue, Arial, sans-serif";
const mono = "ui-monospace, SFMono-Regular, Menlo, Consolas, Liberation Mono, monospace";

/** Colors of text (ink, quiet) and of backgrounds (surface, sunken). */
export const light = {
  ground: "#faf9f6",
  surface: "#ffffff",
  sunken: "#f2f0ea",
  ink: "#1b1d1f",
  quiet: "#595f65",
  line: "#dcd8ce",
};
export const dark = {
  ground: "#121517",
  surface: "#191d20",
  sunken: "#0d1011",
  ink: "#eceae4",
  quiet: "#a4aab0",
  line: "#2d3337",
};

// Untrusted names and purposes can be one long word.
const paragraph: CSSProperties = {
  margin: "0 0 16px",
  fontSize: "16px",
  lineHeight: "24px",
  color: light.ink,
  overflowWrap: "anywhere",
};

/**
 * Inline styles, which every email client supports: the light theme, narrow enough for ten digits at
 * 320 px.
 */
export const style = {
  ground: { margin: 0, padding: "24px 8px", backgroundColor: light.ground, fontFamily: sans },
  preview: {
    display: "none",
    overflow: "hidden",
    lineHeight: "1px",
    opacity: 0,
    maxHeight: 0,
    maxWidth: 0,
  },
  card: {
    maxWidth: "480px",
    backgroundColor: light.surface,
    border: `1px solid ${light.line}`,
    borderTop: `4px solid ${placeholder.color}`,
    borderRadius: "4px 4px 12px 12px",
  },
  inside: { padding: "28px 24px 24px" },
  brand: { ...paragraph, margin: "0 0 28px", fontSize: "18px", fontWeight: 600 },
  paragraph,
  lead: { ...paragraph, margin: "0 0 24px" },
  only: { ...paragraph, margin: 0 },
  box: {
    padding: "16px 8px 18px",
    backgroundColor: light.sunken,
    border: `1px solid ${placeholder.color}`,
    borderRadius: "8px",
    textAlign: "center",
  },
  facts: { padding: "12px 16px", backgroundColor: light.sunken, borderRadius: "8px" },
  fact: { ...paragraph, margin: 0, fontSize: "14px", lineHeight: "22px" },
  label: {
    ...paragraph,
    margin: "0 0 4px",
    fontSize: "14px",
    lineHeight: "20px",
    color: light.quiet,
  },
  code: {
    margin: 0,
    // Letter spacing also follows the last digit; the padding centers the digits again.
    paddingLeft: "4px",
    fontFamily: mono,
    fontSize: "30px",
    lineHeight: "40px",
    letterSpacing: "4px",
    fontWeight: 600,
    fontVariantNumeric: "tabular-nums",
    whiteSpace: "nowrap",
    color: light.ink,
    userSelect: "all",
    WebkitUserSelect: "all",
  },
  afterBox: { ...paragraph, margin: "24px 0 0" },
  button: {
    display: "inline-block",
    padding: "12px 24px",
    backgroundColor: placeholder.fill,
    border: `1px solid ${placeholder.fill}`,
    borderRadius: "8px",
    fontSize: "16px",
    lineHeight: "24px",
    fontWeight: 600,
    color: placeholder.onFill,
    textDecoration: "none",
  },
  actAfterBox: { paddingTop: "24px" },
  rule: { margin: "24px 0 16px", borderTop: `1px solid ${light.line}` },
  quiet: { ...paragraph, margin: 0, fontSize: "14px", lineHeight: "21px", color: light.quiet },
} satisfies Record<string, CSSProperties>;

/** Rules that inline styles can't express: the dark theme, and a larger code on wide screens. */
export const styleSheet = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (min-width: 375px) {
  .code { font-size: 36px !important; line-height: 44px !important; letter-spacing: 6px !important; padding-left: 6px !important; }
}
@media (prefers-color-scheme: dark) {
  .ground, .ground > table > tbody > tr > td { background-color: ${dark.ground} !important; }
  .card { background-color: ${dark.surface} !important; border-left-color: ${dark.line} !important; border-right-color: ${dark.line} !important; border-bottom-color: ${dark.line} !important; }
  .card { border-top-color: ${placeholder.darkColor} !important; }
  .box { background-color: ${dark.sunken} !important; }
  .box { border-color: ${placeholder.darkColor} !important; }
  .logo { background-color: ${light.surface} !important; padding: 6px !important; border-radius: 8px !important; }
  .button { border-color: ${dark.line} !important; }
  .ink { color: ${dark.ink} !important; }
  .quiet { color: ${dark.quiet} !important; }
  .rule { border-top-color: ${dark.line} !important; }
}
`;
