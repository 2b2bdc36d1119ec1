import light from "@/docs/pictures/hosted-sign-in-phone.webp";
import dark from "@/docs/pictures/hosted-sign-in-phone-dark.webp";

/** A screenshot of the hosted sign-in in the reader's theme. `npm run pictures` takes it. */
export function SignInPicture() {
  return (
    <figure className="mx-auto flex w-full max-w-80 flex-col gap-3">
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
          alt="Keystead’s sign-in page in the brand of an application: a passkey, or a code by email"
          className="h-auto w-full rounded-3xl border border-line shadow-2xl shadow-accent/10"
        />
      </picture>
      <figcaption className="text-center text-sm text-quiet">
        The sign-in page that Keystead hosts
      </figcaption>
    </figure>
  );
}
