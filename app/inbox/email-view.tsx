import type { LocalEmail } from "@/lib/domain/user/email/list-inbox";

// Links would replace the email in the frame, where pages refuse to be shown.
const linkTarget = '<base target="_blank" /><meta name="referrer" content="no-referrer" />';

/**
 * Adds to an email that its links open new tabs. Its own markup comes after, and a `base` in it
 * has no effect.
 */
const withLinkTarget = (html: string) => html.replace(/<head[^>]*>/i, `$&${linkTarget}`);

/**
 * Renders an email as its recipient sees it, in a frame without scripts. Its links open tabs of
 * their own, outside the sandbox, so that an invitation can be accepted from here.
 */
export function EmailView({ email }: { email: LocalEmail }) {
  const rows: [string, string][] = [
    ["From", email.sender],
    ["To", email.recipient],
    ["Subject", email.subject],
  ];
  return (
    <article
      aria-label={email.subject}
      className="flex min-w-0 flex-col self-start overflow-hidden rounded-2xl border border-line bg-surface"
    >
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 border-b border-line px-5 py-4 text-sm">
        {rows.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-quiet">{name}</dt>
            <dd className="break-words">{value}</dd>
          </div>
        ))}
      </dl>
      <iframe
        title="Email"
        sandbox="allow-popups allow-popups-to-escape-sandbox"
        srcDoc={withLinkTarget(email.html)}
        className="h-[46rem] w-full border-0"
      />
      <details className="border-t border-line px-5 py-4">
        <summary className="w-fit cursor-pointer rounded text-sm text-accent underline underline-offset-4">
          As plain text
        </summary>
        <pre
          tabIndex={0}
          aria-label="Email as plain text"
          className="mt-3 font-mono text-[0.8125rem] leading-relaxed whitespace-pre-wrap"
        >
          {email.text}
        </pre>
      </details>
    </article>
  );
}
