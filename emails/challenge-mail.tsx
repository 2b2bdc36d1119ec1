import { Body, Column, Container, Head, Heading, Hr, Html, Preview, Row, Text } from "@react-email/components";
import { type Copy, type MailKind, placeholder } from "./copy";
import { style, styleSheet } from "./mail-style";

/** A one-time code by e-mail, whatever it is for. It has no links, so that nobody learns to follow one. */
export function ChallengeMail({ locale, copy, kind }: { locale: string; copy: Copy; kind: MailKind }) {
  const { subject, preview, lead, ignore } = copy.kinds[kind];
  return (
    <Html lang={locale}>
      <Head>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        {/* Or a phone takes the code for a telephone number and makes a link of it. */}
        <meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no" />
        <title>{subject}</title>
        <style>{styleSheet}</style>
      </Head>
      <Body className="ground" style={style.ground}>
        <Preview>{preview}</Preview>
        <main>
          <Container className="card" style={style.card}>
            <Row>
              <Column style={style.inside}>
                {/* Whoever puts an image here gives it its size and the space below it; without one nothing is left of this. */}
                <div>{placeholder.logo}</div>
                <Heading as="h1" className="ink" style={style.brand}>
                  {placeholder.brand}
                </Heading>
                <Text className="ink" style={style.paragraph}>
                  {placeholder.greeting}
                </Text>
                <Text className="ink" style={{ ...style.paragraph, marginBottom: "24px" }}>
                  {lead}
                </Text>
                <CodeBox label={copy.codeLabel} />
                <Text className="ink" style={style.afterBox}>{`${copy.expiry} ${copy.warning}`}</Text>
                <Hr className="rule" style={style.rule} />
                <Text className="quiet" style={style.quiet}>
                  {ignore}
                </Text>
              </Column>
            </Row>
          </Container>
        </main>
      </Body>
    </Html>
  );
}

/**
 * The digits stay one piece of text, for copying and for programs that offer to fill them in. A screen reader would say
 * a number of thousands; it reads the label in their stead only of an element whose role takes a name, as a paragraph's
 * does not and an image's does. Hidden text beside the digits would be read twice wherever a mail program drops
 * aria-hidden, and copied along; where one drops this role and label, the plain digits are left.
 */
function CodeBox({ label }: { label: string }) {
  return (
    <Row>
      <Column className="box" style={style.box}>
        <Text className="quiet" style={style.label}>
          {label}
        </Text>
        <Text className="code ink" role="img" aria-label={placeholder.spelled} style={style.code}>
          {placeholder.code}
        </Text>
      </Column>
    </Row>
  );
}
