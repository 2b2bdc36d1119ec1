import { Body, Column, Container, Head, Heading, Hr, Html, Row } from "@react-email/components";
import type { ReactNode } from "react";
import { placeholder } from "./copy";
import { style, styleSheet } from "./email-style";

interface Props {
  locale: string;
  subject: string;
  /** The text after the subject in inbox lists. */
  preview: string;
  lead: string;
  /** The small print at the end. */
  ignore: string;
  children: ReactNode;
}

/** The frame of all emails: brand, greeting, first and last sentence. */
export function EmailFrame({ locale, subject, preview, lead, ignore, children }: Props) {
  return (
    <Html lang={locale}>
      <Head>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        {/* Stops phones from linking the code as a telephone number. */}
        <meta
          name="format-detection"
          content="telephone=no, date=no, address=no, email=no, url=no"
        />
        <title>{subject}</title>
        <style>{styleSheet}</style>
      </Head>
      <Body className="ground" style={style.ground}>
        {/* Includes the last sentence, so that long previews don't reach the code. */}
        <div style={style.preview}>{`${preview} ${ignore}`}</div>
        <main>
          <Container className="card" style={style.card}>
            <Row>
              <Column style={style.inside}>
                {/* A logo brings its own size and margin; without one this is empty. */}
                <div>{placeholder.logo}</div>
                <Heading as="h1" className="ink" style={style.brand}>
                  {placeholder.brand}
                </Heading>
                <p className="ink" style={style.paragraph}>
                  {placeholder.greeting}
                </p>
                <p className="ink" style={style.lead}>
                  {lead}
                </p>
                {children}
                <Hr className="rule" style={style.rule} />
                <p className="quiet" style={style.quiet}>
                  {ignore}
                </p>
              </Column>
            </Row>
          </Container>
        </main>
      </Body>
    </Html>
  );
}
