import type { RenderedEmail } from "./render-challenge-email";

const sentence =
  "This is a test that you sent to yourself from the console. Its code is good for nothing.";
const banner = `<div style="margin:0 auto 16px;max-width:480px;padding:12px 16px;border-radius:8px;background-color:#fbefd9;color:#5c3700;font-size:14px;line-height:20px;font-weight:600">${sentence}</div>`;

/**
 * A mail that nobody can take for a real one: it says so before anything else, in subject and both
 * parts.
 */
export const markAsTest = ({ subject, html, text }: RenderedEmail): RenderedEmail => ({
  subject: `[Test] ${subject}`,
  html: html.replace(/<body[^>]*>/, (body) => `${body}${banner}`),
  text: `${sentence}\n\n${text}`,
});
