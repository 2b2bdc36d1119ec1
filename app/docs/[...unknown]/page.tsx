import { notFound } from "next/navigation";

/** Any other address of the documentation. The 404 that the build renders has no nonce for its scripts. */
export default function UnknownDocsPage() {
  notFound();
}
