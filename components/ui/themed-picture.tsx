import type { StaticImageData } from "next/image";
import type { Theme } from "@/lib/contract/theme";

interface Pictures {
  light: StaticImageData;
  dark: StaticImageData;
}

interface Props extends Pictures {
  /** The visitor's. */
  theme: Theme;
  /** For narrow screens. */
  phone?: Pictures;
  alt: string;
  /** Whether the picture loads only when it comes near the screen. */
  isLazy?: boolean;
  className: string;
}

const isDark = "(prefers-color-scheme: dark)";
const isPhone = "(max-width: 639px)";

const sizeOf = ({ width, height }: StaticImageData) => ({ width, height });

/** Lists the pictures that are shown under a condition. Only a theme of the device is one. */
function choicesOf({ light, dark }: Pictures, theme: Theme, condition?: string) {
  const media = (also?: string) => [condition, also].filter(Boolean).join(" and ");
  const chosen = { picture: theme === "dark" ? dark : light, media: media() };
  return theme === "system" ? [{ picture: dark, media: media(isDark) }, chosen] : [chosen];
}

/** A picture in the visitor's theme. The browser loads only the one that it shows. */
export function ThemedPicture({ theme, phone, alt, isLazy = false, className, ...wide }: Props) {
  const choices = [
    ...(phone === undefined ? [] : choicesOf(phone, theme, isPhone)),
    ...choicesOf(wide, theme),
  ];
  return (
    <picture>
      {choices.map(
        ({ picture, media }) =>
          media !== "" && (
            <source key={media} media={media} srcSet={picture.src} {...sizeOf(picture)} />
          ),
      )}
      <img
        src={(theme === "dark" ? wide.dark : wide.light).src}
        {...sizeOf(wide.light)}
        alt={alt}
        loading={isLazy ? "lazy" : undefined}
        className={`h-auto w-full ${className}`}
      />
    </picture>
  );
}
