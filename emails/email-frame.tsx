import { Body, Column, Container, Head, Heading, Hr, Html, Row } from "@react-email/components";
import type { ReactNode } from "react";
import { placeholder } from "./copy";
import { style, styleSheet } from "./email-style";

interface Props {
  locale: string;
  subject: string;
  /** What lists of mails show behind the subject. */
  preview: string;
  lead: string;
  /** What it says at the end, smaller. */
  ignore: string;
  children: ReactNode;
}

/** What all mails have: the brand, a greeting, the first sentence and the last. */
export function EmailFrame({ locale, subject, preview, lead, ignore, children }: Props) {
  return (
    <Html lang={locale}>
      <Head>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        {/* Or a phone takes the code for a telephone number and makes a link of it. */}
        <meta
          name="format-detection"
          content="telephone=no, date=no, address=no, email=no, url=no"
        />
        <title>{subject}</title>
        <style>{styleSheet}</style>
      </Head>
      <Body className="ground" style={style.ground}>
        {/* The last sentence too: a list with room for more would go on with the text, and show the code. */}
        <div style={style.preview}>{`${preview} ${ignore}`}</div>
        <main>
          <Container className="card" style={style.card}>
            <Row>
              <Column style={style.inside}>
                {/* Whoever puts an image here gives it its size and the space below it; without one nothing is left of this. */}
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
