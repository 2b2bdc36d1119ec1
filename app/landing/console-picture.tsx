import { ThemedPicture } from "@/components/ui/themed-picture";
import light from "@/docs/pictures/console-overview.webp";
import dark from "@/docs/pictures/console-overview-dark.webp";
import lightPhone from "@/docs/pictures/console-overview-phone.webp";
import darkPhone from "@/docs/pictures/console-overview-phone-dark.webp";
import type { Theme } from "@/lib/contract/theme";

/** A screenshot of the console in the reader's theme. `npm run pictures` takes it. */
export function ConsolePicture({ theme }: { theme: Theme }) {
  return (
    <figure className="flex flex-col gap-3">
      <ThemedPicture
        theme={theme}
        light={light}
        dark={dark}
        phone={{ light: lightPhone, dark: darkPhone }}
        alt="Overview of a tenancy: number of sign-ins, registrations and emails, a chart over time, and alarms"
        className="rounded-xl border border-line shadow-2xl shadow-accent/10"
      />
      <figcaption className="text-sm text-quiet">
        The console shows each tenancy’s sign-ins, emails and failures, and what to do when
        something fails.
      </figcaption>
    </figure>
  );
}
