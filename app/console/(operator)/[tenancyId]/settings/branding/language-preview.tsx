import { useState } from "react";
import { languageName } from "@/components/ui/language-name";
import { inTheme } from "@/lib/domain/user/email/in-theme";
import type { RenderedEmail } from "@/lib/domain/user/email/render-challenge-email";
import { useHostedPage } from "./use-hosted-page";

export type Theme = "light" | "dark";

interface Props {
  locale: string;
  theme: Theme;
  email: RenderedEmail;
  /** The address of the hosted page's preview, without its language. */
  pageAddress: string;
  logoUrl: string | null;
}

const savedPlace = 'src="/logo/preview/preview"';

/** Shows the page in one theme, with the logo that may not be saved yet. */
const drawPage = (html: string, theme: Theme, logoUrl: string | null): string =>
  inTheme(html, theme)
    .replace(savedPlace, () => (logoUrl === null ? "" : `src="${encodeURI(logoUrl)}"`))
    .replace("</head>", `<style>:root{color-scheme:${theme};scrollbar-gutter:auto}</style></head>`);

// Two frames side by side are then as wide as phones.
const scale = 0.72;

/**
 * A reduced, sandboxed frame without scripts, as high as its document. It has this page's origin
 * only so that the height can be read.
 * @param height what the frame has at least, in pixels of the document
 */
function ScaledFrame({
  title,
  html,
  theme,
  height,
}: {
  title: string;
  html: string;
  theme: Theme;
  height: number;
}) {
  const [content, setContent] = useState(height);
  const shown = Math.max(height, content);
  return (
    <div
      className="overflow-hidden rounded-xl border border-line"
      style={{ height: shown * scale }}
    >
      <iframe
        sandbox="allow-same-origin"
        title={title}
        srcDoc={html}
        onLoad={({ currentTarget }) =>
          setContent(currentTarget.contentDocument?.documentElement.scrollHeight ?? height)
        }
        className="origin-top-left"
        style={{
          colorScheme: theme,
          width: `${100 / scale}%`,
          height: shown,
          transform: `scale(${scale})`,
        }}
      />
    </div>
  );
}

const languageLook = "font-normal text-quiet";

/** The sign-in page and an email in one language. */
export function LanguagePreview({ locale, theme, email, pageAddress, logoUrl }: Props) {
  const page = useHostedPage(`${pageAddress}&locale=${encodeURIComponent(locale)}`);
  const language = languageName(locale);
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <h3 className="text-sm font-medium">
        Sign-in page <span className={languageLook}>in {language}</span>
      </h3>
      <ScaledFrame
        title={`Sign-in page, ${language}`}
        html={page === undefined ? "" : drawPage(page, theme, logoUrl)}
        theme={theme}
        height={660}
      />
      <h3 className="pt-2 text-sm font-medium">
        Email <span className={languageLook}>in {language}</span>
      </h3>
      <p className="text-sm break-words">
        <span className="text-quiet">Subject: </span>
        <span className="font-medium">{email.subject}</span>
      </p>
      <ScaledFrame
        title={`Email, ${language}`}
        html={inTheme(email.html, theme)}
        theme={theme}
        height={560}
      />
      <details className="text-sm">
        <summary className="min-h-11 cursor-pointer content-center font-medium text-quiet hover:text-ink">
          Plain text
        </summary>
        <pre
          tabIndex={0}
          aria-label={`Plain text, ${language}`}
          className={
            "overflow-x-auto rounded-xl bg-sunken p-4 font-mono text-[0.8125rem] " +
            "leading-relaxed whitespace-pre-wrap"
          }
        >
          {email.text}
        </pre>
      </details>
    </div>
  );
}
