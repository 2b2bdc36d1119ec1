import { families, hrefOf } from "./api/reference";
import { guides } from "./guide";

/** One link of the side navigation. */
export interface NavigationLink {
  href: string;
  label: string;
  /** An endpoint's method. */
  method?: string;
  /** Additional words that the filter matches. */
  words: string;
  /** Shown only on its own page or when the filter matches it. */
  isInner?: boolean;
}

export interface NavigationSection {
  title: string;
  links: NavigationLink[];
}

const headingsOf = (guide: (typeof guides)[number]) =>
  guide.blocks.flatMap((block) => (block.type === "heading" ? [block.text] : []));

/** The documentation's navigation. */
export const navigation: NavigationSection[] = [
  {
    title: "Guides",
    links: [
      { href: "/docs", label: "Overview", words: "documentation start" },
      ...guides.map((guide) => ({
        href: `/docs/guides/${guide.slug}`,
        label: guide.title,
        words: [guide.description, ...headingsOf(guide)].join(" "),
      })),
    ],
  },
  {
    title: "API reference",
    links: [
      {
        href: "/docs/api",
        label: "Conventions",
        words: "mounts keys scopes limits headers times ids browser",
      },
      ...families.flatMap(({ name, slug, description, operations }) => [
        { href: `/docs/api/${slug}`, label: name, words: description },
        ...operations.map((operation) => ({
          ...{
            href: hrefOf(operation),
            label: operation.path.replace(/^\/(v2\/)?\{tenancyId\}\//, ""),
            method: operation.method,
          },
          ...{ words: `${operation.summary} ${operation.id} ${operation.path}`, isInner: true },
        })),
      ]),
      { href: "/docs/api/errors", label: "Errors", words: "tags status what to do" },
    ],
  },
];
