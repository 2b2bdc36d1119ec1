import { notFound } from "next/navigation";
import { consoleContext } from "@/lib/console/console-context";

/**
 * Any other address below a tenancy. The 404 that the build renders has neither the console's frame nor
 * a nonce for its scripts.
 */
export default async function UnknownPage({ params }: { params: Promise<{ tenancyId: string }> }) {
  await consoleContext((await params).tenancyId, "overview.read");
  notFound();
}
