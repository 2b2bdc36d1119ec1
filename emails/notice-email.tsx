import { Column, Link, Row } from "@react-email/components";
import { type Copy, type NoticeKind, placeholder } from "./copy";
import { EmailFrame } from "./email-frame";
import { style } from "./email-style";

/** An email without a code, with at most one link. */
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
      {"facts" in notice && <Facts lines={Object.values(notice.facts)} />}
      {"act" in notice && (
        <Row>
          <Column align="center" style={"facts" in notice ? style.actAfterBox : undefined}>
            <Link href={placeholder.link} className="button" style={style.button}>
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

/** When, where and with what something happened, one fact per line. */
function Facts({ lines }: { lines: string[] }) {
  return (
    <Row>
      <Column className="box" style={style.facts}>
        {lines.map((line) => (
          <p key={line} className="ink" style={style.fact}>
            {line}
          </p>
        ))}
      </Column>
    </Row>
  );
}
