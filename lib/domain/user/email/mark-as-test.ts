import type { RenderedEmail } from "./render-challenge-email";

const sentence =
  "This is a test that you sent to yourself from the console. Codes and links in it don’t work.";
const style =
  "margin:0 auto 16px;max-width:480px;padding:12px 16px;border-radius:8px;" +
  "background-color:#fbefd9;color:#5c3700;font-size:14px;line-height:20px;font-weight:600";
const banner = `<div style="${style}">${sentence}</div>`;

/** Marks a rendered email as a test: first in the subject, and first in both parts. */
export const markAsTest = ({ subject, html, text }: RenderedEmail): RenderedEmail => ({
  subject: `[Test] ${subject}`,
  html: html.replace(/<body[^>]*>/, (body) => `${body}${banner}`),
  text: `${sentence}\n\n${text}`,
});
