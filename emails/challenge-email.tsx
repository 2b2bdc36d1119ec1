import { Column, Row } from "@react-email/components";
import { type Copy, type EmailKind, placeholder } from "./copy";
import { EmailFrame } from "./email-frame";
import { style } from "./email-style";

/**
 * A one-time code by e-mail, whatever it is for. It has no links, so that nobody learns to follow
 * one.
 */
export function ChallengeMail({
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
 * The digits stay one piece of text, for copying and for programs that offer to fill them in. A
 * screen reader would say a number of thousands; it reads the label in their stead only of an
 * element whose role takes a name, as a paragraph's does not and an image's does. Hidden text
 * beside the digits would be read twice wherever a mail program drops aria-hidden, and copied
 * along; where one drops this role and label, the plain digits are left.
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
