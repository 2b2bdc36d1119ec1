import { Column, Link, Row } from "@react-email/components";
import { type Copy, type NoticeKind, placeholder } from "./copy";
import { EmailFrame } from "./email-frame";
import { style } from "./email-style";

/**
 * News for an operator of the console. An invitation has the one link that a mail of ours may have.
 */
export function NoticeMail({
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
