import { PageNotFound } from "@/app/console/page-not-found";

/** The 404 of a page in a tenancy, within the tenancy's frame. */
export default function TenancyPageNotFound() {
  return <PageNotFound />;
}
