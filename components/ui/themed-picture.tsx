import type { StaticImageData } from "next/image";

interface Props {
  light: StaticImageData;
  dark: StaticImageData;
  alt: string;
  /** Whether the picture loads only when it comes near the screen. */
  isLazy?: boolean;
  className: string;
}

/** A picture that exists for a light and a dark theme. */
export function ThemedPicture({ light, dark, alt, isLazy = false, className }: Props) {
  return (
    <picture>
      <source
        media="(prefers-color-scheme: dark)"
        srcSet={dark.src}
        width={dark.width}
        height={dark.height}
      />
      <img
        src={light.src}
        width={light.width}
        height={light.height}
        alt={alt}
        loading={isLazy ? "lazy" : undefined}
        className={`h-auto w-full ${className}`}
      />
    </picture>
  );
}
