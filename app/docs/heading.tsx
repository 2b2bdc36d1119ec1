import type { ReactNode } from "react";

const looks = {
  h2: "mt-6 text-xl font-semibold tracking-tight text-balance",
  h3: "mt-3 text-base font-semibold tracking-tight",
};

/** A heading with a link to itself, shown on hover and focus. */
export function Heading({
  as: Tag,
  id,
  label,
  children,
}: {
  as: "h2" | "h3";
  id: string;
  label: string;
  children: ReactNode;
}) {
  return (
    <Tag id={id} className={`group scroll-mt-20 ${looks[Tag]}`}>
      {children}
      <a
        href={`#${id}`}
        aria-label={`Link to: ${label}`}
        className={
          "ml-2 rounded-sm font-normal text-quiet no-underline opacity-0 " +
          "group-hover:opacity-100 focus-visible:opacity-100"
        }
      >
        #
      </a>
    </Tag>
  );
}
