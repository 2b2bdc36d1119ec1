import type { NavigationIcon, NavigationItem } from "@/app/console/navigation";

/** The letter that opens each page after a G. */
export const pageKeys: Record<NavigationIcon, string> = {
  overview: "o",
  activity: "a",
  users: "u",
  passkeys: "p",
  challenges: "e",
  "api-keys": "k",
  audit: "l",
  members: "m",
  settings: "s",
  tenancies: "t",
  status: "h",
  account: "y",
};

/** Returns the page that a letter opens. Of two with the same letter, the first. */
export const pageOf = (
  pages: readonly NavigationItem[],
  letter: string,
): NavigationItem | undefined => pages.find(({ icon }) => pageKeys[icon] === letter);
