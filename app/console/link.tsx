"use client";

import NextLink from "next/link";
import { type ComponentProps, createContext, type ReactNode, use } from "react";
import { mayOpen, type Viewer } from "./navigation";

const ViewerContext = createContext<Viewer | null>(null);

/** Says who reads the pages below, so that their links lead only where that operator may go. */
export function ViewerProvider({ viewer, children }: { viewer: Viewer; children: ReactNode }) {
  return <ViewerContext value={viewer}>{children}</ViewerContext>;
}

interface Props extends Omit<ComponentProps<typeof NextLink>, "href"> {
  href: string;
  /** What a role that may not open the page sees: the same words, or nothing. */
  otherwise?: "words" | "nothing";
}

/** A link of a tenancy's pages. It isn't a link for a role that would find “Page not found” there. */
export function Link({ href, otherwise = "words", ...props }: Props) {
  const viewer = use(ViewerContext);
  if (viewer === null || mayOpen(viewer, href)) return <NextLink href={href} {...props} />;
  return otherwise === "nothing" ? null : <>{props.children}</>;
}
