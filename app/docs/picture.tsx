import type { StaticImageData } from "next/image";
import overview from "@/docs/pictures/console-overview.webp";
import overviewDark from "@/docs/pictures/console-overview-dark.webp";
import policy from "@/docs/pictures/console-policy.webp";
import policyDark from "@/docs/pictures/console-policy-dark.webp";
import user from "@/docs/pictures/console-user.webp";
import userDark from "@/docs/pictures/console-user-dark.webp";
import type { Block } from "./guide";

/** The pictures that guides show, by the names of their files. */
const pictures: Record<string, { light: StaticImageData; dark: StaticImageData }> = {
  "console-overview": { light: overview, dark: overviewDark },
  "console-policy": { light: policy, dark: policyDark },
  "console-user": { light: user, dark: userDark },
};

/** A screenshot in the reader's theme, with a link to its full size. */
export function Picture({ name, alt }: Extract<Block, { type: "picture" }>) {
  const picture = pictures[name];
  if (picture === undefined) throw new Error(`The guides have no picture ${name}`);
  const { light, dark } = picture;
  return (
    <a href={light.src} className="my-2 rounded-lg">
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
          loading="lazy"
          className="h-auto w-full rounded-lg border border-line"
        />
      </picture>
    </a>
  );
}
