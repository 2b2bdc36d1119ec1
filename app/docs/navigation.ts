import { families, type Family, hrefOf } from "./api/reference";
import { chapters } from "./chapters";

/** One link of the side navigation. */
export interface NavigationLink {
  href: string;
  label: string;
  /** An endpoint's method. */
  method?: string;
  /** Shown only on its own page. */
  isInner?: boolean;
}

export interface NavigationSection {
  title: string;
  links: NavigationLink[];
}

const isLegacy = ({ slug }: Family) => slug.startsWith("legacy");

const familyLinks = ({ name, slug, operations }: Family): NavigationLink[] => [
  { href: `/docs/api/${slug}`, label: name },
  ...operations.map((operation) => ({
    href: hrefOf(operation),
    label: operation.path.replace(/^\/(v2\/)?\{tenancyId\}\//, ""),
    method: operation.method,
    isInner: true,
  })),
];

/** The documentation's navigation, in reading order. */
export const navigation: NavigationSection[] = [
  ...chapters.map(({ title, guides }, index) => ({
    title,
    links: [
      ...(index === 0 ? [{ href: "/docs", label: "Overview" }] : []),
      ...guides.map((guide) => ({ href: `/docs/guides/${guide.slug}`, label: guide.title })),
    ],
  })),
  {
    title: "API reference",
    links: [
      { href: "/docs/api", label: "Conventions" },
      ...families.filter((family) => !isLegacy(family)).flatMap(familyLinks),
      { href: "/docs/api/errors", label: "Errors" },
    ],
  },
  { title: "Older clients", links: families.filter(isLegacy).flatMap(familyLinks) },
];

const pages = navigation.flatMap(({ links }) => links.filter(({ isInner }) => isInner !== true));

/** Returns the pages before and after one, in reading order. */
export function findNeighbors(href: string): { previous?: NavigationLink; next?: NavigationLink } {
  const at = pages.findIndex((page) => page.href === href);
  const previous = pages[at - 1];
  const next = pages[at + 1];
  return { ...(previous && { previous }), ...(next && { next }) };
}
