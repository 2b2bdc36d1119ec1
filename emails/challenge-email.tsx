import { Column, Row } from "@react-email/components";
import { type Copy, type EmailKind, placeholder } from "./copy";
import { EmailFrame } from "./email-frame";
import { style } from "./email-style";

/** An email with a one-time code. It has no links, so that users don't learn to follow them. */
export function ChallengeEmail({
  locale,
  copy,
  kind,
}: {
  locale: string;
  copy: Copy;
  kind: EmailKind;
}) {
  return (
    <EmailFrame
      locale={locale}
      {...copy.kinds[kind]}
      preview={`${copy.kinds[kind].preview} ${copy.warning}`}
    >
      <CodeBox label={copy.codeLabel} />
      <p className="ink" style={style.afterBox}>{`${copy.expiry} ${copy.warning}`}</p>
    </EmailFrame>
  );
}

/**
 * The digits are one text node, for copying and autofill. A screen reader would read them as one
 * large number, so `aria-label` spells them out; it needs a role that takes a name, such as `img`.
 * Hidden text would be copied too, and read twice by clients that drop `aria-hidden`.
 */
function CodeBox({ label }: { label: string }) {
  return (
    <Row>
      <Column className="box" style={style.box}>
        <p className="quiet" style={style.label}>
          {label}
        </p>
        <p className="code ink" role="img" aria-label={placeholder.spelled} style={style.code}>
          {placeholder.code}
        </p>
      </Column>
    </Row>
  );
}
