import { cookies } from "next/headers";
import type { StaticImageData } from "next/image";
import { ThemedPicture } from "@/components/ui/themed-picture";
import overview from "@/docs/pictures/console-overview.webp";
import overviewDark from "@/docs/pictures/console-overview-dark.webp";
import policy from "@/docs/pictures/console-policy.webp";
import policyDark from "@/docs/pictures/console-policy-dark.webp";
import user from "@/docs/pictures/console-user.webp";
import userDark from "@/docs/pictures/console-user-dark.webp";
import { themeCookie, toTheme } from "@/lib/contract/theme";
import type { Block } from "./guide";

/** The pictures that guides show, by the names of their files. */
const pictures: Record<string, { light: StaticImageData; dark: StaticImageData }> = {
  "console-overview": { light: overview, dark: overviewDark },
  "console-policy": { light: policy, dark: policyDark },
  "console-user": { light: user, dark: userDark },
};

/** A screenshot in the reader's theme, with a link to its full size. */
export async function Picture({ name, alt }: Extract<Block, { type: "picture" }>) {
  const picture = pictures[name];
  if (picture === undefined) throw new Error(`The guides have no picture ${name}`);
  const theme = toTheme((await cookies()).get(themeCookie)?.value);
  return (
    <a href={(theme === "dark" ? picture.dark : picture.light).src} className="my-2 rounded-lg">
      <ThemedPicture
        {...picture}
        theme={theme}
        alt={alt}
        isLazy
        className="rounded-lg border border-line"
      />
    </a>
  );
}
