import { PageNotFound } from "@/app/console/page-not-found";

/** The 404 for operators who aren't system owners, within the frame. */
export default function StatusNotFound() {
  return <PageNotFound />;
}
