import { Column, Link, Row } from "@react-email/components";
import { type Copy, type NoticeKind, placeholder } from "./copy";
import { EmailFrame } from "./email-frame";
import { style } from "./email-style";

/** An email to an operator. Only an invitation has a link. */
export function NoticeEmail({
  locale,
  copy,
  kind,
}: {
  locale: string;
  copy: Copy;
  kind: NoticeKind;
}) {
  const notice = copy.notices[kind];
  return (
    <EmailFrame locale={locale} {...notice}>
      {"act" in notice && (
        <Row>
          <Column align="center">
            <Link href={placeholder.link} className="box ink" style={style.link}>
              {notice.act}
            </Link>
          </Column>
        </Row>
      )}
      <p className="ink" style={"act" in notice ? style.afterBox : style.only}>
        {notice.detail}
      </p>
    </EmailFrame>
  );
}
