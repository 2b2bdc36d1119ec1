import type { StaticImageData } from "next/image";
import { ThemedPicture } from "@/components/ui/themed-picture";
import email from "@/docs/pictures/flow-email.webp";
import darkEmail from "@/docs/pictures/flow-email-dark.webp";
import page from "@/docs/pictures/flow-page.webp";
import darkPage from "@/docs/pictures/flow-page-dark.webp";
import signedIn from "@/docs/pictures/flow-signed-in.webp";
import darkSignedIn from "@/docs/pictures/flow-signed-in-dark.webp";
import type { Theme } from "@/lib/contract/theme";

interface Frame {
  light: StaticImageData;
  dark: StaticImageData;
  alt: string;
  name: string;
  what: string;
}

const frames: Frame[] = [
  {
    light: page,
    dark: darkPage,
    alt: "The sign-in page of the example application Driftwood: a passkey, or a code by email",
    name: "The page asks for a passkey",
    what: "Keystead’s page in your brand, as here, or a page of your own.",
  },
  {
    light: email,
    dark: darkEmail,
    alt: "An email from Driftwood with a sign-in code",
    name: "Without a passkey, an email brings a code",
    what: "In your brand, and in the user’s language.",
  },
  {
    light: signedIn,
    dark: darkSignedIn,
    alt: "Driftwood’s account page after the sign-in, with the user’s passkey",
    name: "Your application signs the user in",
    what: "With its own session and its own user id.",
  },
];

/** The real flow in the reader's theme. `npm run pictures` takes the screenshots. */
export function SignInFrames({ theme }: { theme: Theme }) {
  return (
    <ol
      tabIndex={0}
      aria-label="A sign-in in three pictures"
      className={
        "-mx-5 flex snap-x snap-mandatory scroll-px-5 gap-5 overflow-x-auto px-5 pb-2 sm:mx-0 " +
        "sm:grid sm:grid-cols-3 sm:gap-6 sm:px-0 lg:gap-10"
      }
    >
      {frames.map(({ light, dark, alt, name, what }, index) => (
        <li key={name} className="w-[76%] shrink-0 snap-start sm:w-auto">
          <figure className="flex flex-col gap-4">
            <ThemedPicture
              {...{ theme, light, dark, alt }}
              className="rounded-2xl border border-line shadow-xl shadow-accent/10"
            />
            <figcaption className="flex gap-3 text-left text-sm">
              <span
                aria-hidden
                className={
                  "flex size-6 shrink-0 items-center justify-center rounded-full bg-accent-soft " +
                  "text-xs font-semibold text-accent"
                }
              >
                {index + 1}
              </span>
              <span className="text-pretty text-quiet">
                <strong className="block font-medium text-ink">{name}</strong>
                {what}
              </span>
            </figcaption>
          </figure>
        </li>
      ))}
    </ol>
  );
}
