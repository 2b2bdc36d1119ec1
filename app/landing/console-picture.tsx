import light from "@/docs/pictures/console-overview.webp";
import dark from "@/docs/pictures/console-overview-dark.webp";
import lightPhone from "@/docs/pictures/console-overview-phone.webp";
import darkPhone from "@/docs/pictures/console-overview-phone-dark.webp";

const isDark = "(prefers-color-scheme: dark)";
const isPhone = "(max-width: 639px)";

/** A screenshot of the console in the reader's theme. `npm run pictures` takes it. */
export function ConsolePicture() {
  return (
    <figure className="flex flex-col gap-3">
      <picture>
        <source
          media={`${isPhone} and ${isDark}`}
          srcSet={darkPhone.src}
          width={darkPhone.width}
          height={darkPhone.height}
        />
        <source
          media={isPhone}
          srcSet={lightPhone.src}
          width={lightPhone.width}
          height={lightPhone.height}
        />
        <source media={isDark} srcSet={dark.src} width={dark.width} height={dark.height} />
        <img
          src={light.src}
          width={light.width}
          height={light.height}
          alt="Overview of a tenancy: number of sign-ins, registrations and emails, a chart over time, and alarms"
          className="h-auto w-full rounded-xl border border-line shadow-2xl shadow-accent/10"
        />
      </picture>
      <figcaption className="text-sm text-quiet">
        The console shows each tenancy’s sign-ins, emails and failures, and what to do when
        something fails.
      </figcaption>
    </figure>
  );
}
